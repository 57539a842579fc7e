import type { Translate } from '../i18n/translate';
import { useTranslation } from '../i18n/use-translation';
import { serverNow } from '../api/server-clock';
import { LANGUAGES, type Language, type LanguageLife, type Life } from '../api/types';
import { formatBaku, formatBakuClock } from '../i18n/dates';
import { Icon, type IconName } from '../ui/icon';
import { type Planned, plansOfLanguage } from './plans';
import './life.css';

type Shown = Life['state'] | 'empty' | 'problem';

const ICONS: Readonly<Record<Shown, IconName>> = {
  draft: 'pen',
  published: 'check',
  changed: 'pen',
  scheduled: 'clock',
  trash: 'trash',
  empty: 'clear',
  problem: 'alert',
};

/** A state in a word, with a shape and a colour beside it. */
export function StateBadge({ state, text }: { state: Shown; text?: string }) {
  const { t } = useTranslation();
  return (
    <span className={`state state--${state}`} data-state={state}>
      <Icon name={ICONS[state]} />
      {text ?? (state === 'trash' ? t('trash.show') : t(`life.${state}`))}
    </span>
  );
}

/** Where one language stands; a schedule tells its time, or why it came to nothing. */
export function LanguageBadge({ life }: { life: LanguageLife }) {
  const words = useLanguageState();
  return <StateBadge state={hasProblem(life) ? 'problem' : life.state} text={words(life)} />;
}

/** What was planned was not done. */
export function hasProblem(life: LanguageLife | undefined): boolean {
  return life?.schedule_problem != null;
}

/** A plan in words: its time, and that it waits. */
export function usePlanWords(): (plan: Omit<Planned, 'language'>) => string {
  const { t, i18n } = useTranslation();
  return ({ action, at, waits }) => t(waits ? 'life.changedSincePlanned' : `life.${action}At`, { time: formatBaku(at, i18n.language) });
}

/** The state of a language in words. */
export function useLanguageState(): (life: LanguageLife) => string {
  const { t, i18n } = useTranslation();
  const words = usePlanWords();
  return (life) => {
    if (life.state !== 'scheduled' || life.scheduled_at === null) return t(`life.${life.state}`);
    const off = life.scheduled_action === 'unpublish';
    const { schedule_problem: problem } = life;
    const plans = plansOfLanguage('az', life);
    // What waits is told beside what still happens.
    if (plans.some(({ waits }) => waits) || (!problem && plans.length > 1)) return plans.map(words).join(';\n');
    if (!problem) return words({ action: off ? 'unpublish' : 'publish', at: life.scheduled_at, waits: false });
    if (problem['at']?.includes('clock_in_doubt')) return t('life.clockInDoubt');
    return t(off ? 'life.notUnpublished' : 'life.notPublished', {
      time: formatBakuClock(life.scheduled_at, i18n.language, serverNow()),
      reason: reasonsOf(t, problem),
    });
  };
}

/** Why a plan or a publication came to nothing: "the Russian title is missing, the author is missing". */
export function reasonsOf(t: Translate, problem: Readonly<Record<string, readonly string[]>>): string {
  const reasons = Object.entries(problem).flatMap(([field, codes]) => {
    const [kind, language] = field.split('_');
    if ((kind === 'title' || kind === 'content') && isLanguage(language))
      return t(`life.lacks_${kind}`, { language: t(`life.in_${language}`) });
    if (field === 'author') return t('life.lacks_author');
    return codes.map((code) => t(isKnown(code) ? `life.why_${code}` : 'life.why_refused'));
  });
  return [...new Set(reasons)].join(', ');
}

const REASONS = ['az_first', 'az_is_fallback', 'missed'] as const;

function isKnown(code: string): code is (typeof REASONS)[number] {
  return REASONS.some((known) => known === code);
}

function isLanguage(name: string | undefined): name is Language {
  return LANGUAGES.some((language) => language === name);
}
