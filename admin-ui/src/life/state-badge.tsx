import { useTranslation } from 'react-i18next';
import type { Language, LanguageLife, Life } from '../api/types';
import { formatBaku } from '../i18n/dates';
import { Icon, type IconName } from '../ui/icon';
import './life.css';

const ICONS: Readonly<Record<Life['state'] | 'empty', IconName>> = { draft: 'pen', published: 'check', changed: 'pen', scheduled: 'clock', trash: 'trash', empty: 'clear' };

/** A state in a word, with a shape and a colour beside it. */
export function StateBadge({ state, text }: { state: Life['state'] | 'empty'; text?: string }) {
  const { t } = useTranslation();
  return (
    <span className={`state state--${state}`} data-state={state}>
      <Icon name={ICONS[state]} />
      {text ?? (state === 'trash' ? t('trash.show') : t(`life.${state}`))}
    </span>
  );
}

/** Where one language stands; a schedule tells its time. */
export function LanguageBadge({ life }: { life: LanguageLife }) {
  const words = useLanguageState();
  return <StateBadge state={life.state} text={words(life)} />;
}

/** The state of a language in words. */
export function useLanguageState(): (life: LanguageLife) => string {
  const { t, i18n } = useTranslation();
  return (life) => {
    if (life.state !== 'scheduled' || life.scheduled_at === null) return t(`life.${life.state}`);
    const key = life.scheduled_action === 'unpublish' ? 'life.unpublishAt' : 'life.publishAt';
    return t(key, { time: formatBaku(life.scheduled_at, i18n.language as Language) });
  };
}
