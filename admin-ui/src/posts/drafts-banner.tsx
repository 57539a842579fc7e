import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '../api/types';
import { formatDate, formatTime } from '../i18n/dates';
import type { Draft } from '../journal/store';
import { Icon } from '../ui/icon';

interface Props {
  drafts: readonly Draft[];
  onRestore: (draft: Draft) => void;
  onDiscard: (session: string) => Promise<void>;
}

/** Texts that were typed and not saved, each with its time, to be taken up again or thrown away. */
export function DraftsBanner({ drafts, onRestore, onDiscard }: Props) {
  const { t } = useTranslation();
  if (drafts.length === 0) return null;
  return (
    <section className="notice drafts" aria-labelledby="drafts-title">
      <h2 className="notice__title" id="drafts-title">
        <Icon name="pen" />
        {t('drafts.title')}
      </h2>
      <ul className="drafts__list">
        {drafts.map((draft) => (
          <DraftItem key={draft.session} draft={draft} onRestore={onRestore} onDiscard={onDiscard} />
        ))}
      </ul>
    </section>
  );
}

function DraftItem({ draft, onRestore, onDiscard }: Pick<Props, 'onRestore' | 'onDiscard'> & { draft: Draft }) {
  const { t, i18n } = useTranslation();
  const label = t('drafts.item', { name: nameOf(draft, t('drafts.untitled'), t('drafts.newPost')), time: timeOf(draft, i18n.language as Language, t) });

  function discard() {
    if (window.confirm(t('drafts.discardConfirm'))) void onDiscard(draft.session);
  }

  return (
    <li className="drafts__item">
      <span className="drafts__name">{label}</span>
      <button
        type="button"
        className="button button--primary button--small"
        aria-label={`${t('drafts.restore')}: ${label}`}
        onClick={() => {
          onRestore(draft);
        }}
      >
        {t('drafts.restore')}
      </button>
      <button type="button" className="button button--quiet button--small" aria-label={`${t('drafts.discard')}: ${label}`} onClick={discard}>
        {t('drafts.discard')}
      </button>
    </li>
  );
}

function nameOf({ fields, base }: Draft, untitled: string, newPost: string): string {
  const title = LANGUAGES.map((language) => fields[`title_${language}`].trim()).find((text) => text !== '') ?? untitled;
  return base ? title : `${newPost}: ${title}`;
}

function timeOf({ savedAt }: Draft, language: Language, t: ReturnType<typeof useTranslation>['t']): string {
  const today = new Date(savedAt).toDateString() === new Date().toDateString();
  const time = formatTime(savedAt);
  return today ? t('drafts.today', { time }) : `${formatDate(savedAt, language)}, ${time}`;
}
