import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../api/types';
import { titleOf } from '../form/fields';
import { formatDate, formatTime } from '../i18n/dates';
import type { Draft } from '../journal/store';
import { useWorkspace, useWorkspaceState } from '../saving/use-workspace';
import { Icon } from '../ui/icon';
import { keepFocus } from '../ui/keep-focus';

interface Props {
  drafts: readonly Draft[];
  /** The last draft was thrown away, and the focus with it. */
  onEmpty: () => void;
}

/** Texts that were typed and not saved, each with its time, to be taken up again or thrown away. */
export function DraftsBanner({ drafts, onEmpty }: Props) {
  const { t } = useTranslation();
  // What a save of it came to is told by a notice of its own.
  const busy = useWorkspaceState(({ form, saves }) => [form.session, ...saves.filter(({ phase }) => phase.name !== 'saved').map(({ session }) => session)].join());
  const shown = drafts.filter(({ session }) => !busy.split(',').includes(session));
  const { list, discarding } = useFocusAfterDiscard(shown.length, onEmpty);
  if (shown.length === 0) return null;
  return (
    <section className="notice drafts" aria-labelledby="drafts-title">
      <h2 className="notice__title" id="drafts-title">
        <Icon name="pen" />
        {t('drafts.title')}
      </h2>
      <ul className="drafts__list" ref={list}>
        {shown.map((draft) => (
          <DraftItem key={draft.session} draft={draft} onDiscard={discarding} />
        ))}
      </ul>
    </section>
  );
}

/** With a draft that is thrown away its button goes: the focus moves to another draft, or out of the banner. */
function useFocusAfterDiscard(count: number, onEmpty: () => void) {
  const list = useRef<HTMLUListElement>(null);
  const discarded = useRef(false);
  const move = useEffectEvent(() => {
    if (!discarded.current) return;
    discarded.current = false;
    if (count === 0) onEmpty();
    else keepFocus(list.current?.querySelector<HTMLElement>('button') ?? null);
  });
  useEffect(() => move(), [count]);
  return { list, discarding: () => (discarded.current = true) };
}

function DraftItem({ draft, onDiscard }: { draft: Draft; onDiscard: () => void }) {
  const { t, i18n } = useTranslation();
  const workspace = useWorkspace();
  const label = t('drafts.item', { name: nameOf(draft, t('drafts.untitled'), t('drafts.newPost')), time: timeOf(draft, i18n.language as Language, t) });

  function discard() {
    if (!window.confirm(t('drafts.discardConfirm'))) return;
    onDiscard();
    void workspace.discard(draft.session);
  }

  return (
    <li className="drafts__item">
      <span className="drafts__name">{label}</span>
      <button
        type="button"
        className="button button--primary button--small"
        aria-label={`${t('drafts.restore')}: ${label}`}
        onClick={() => void workspace.restore(draft.session)}
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
  const title = titleOf(fields) || untitled;
  return base ? title : `${newPost}: ${title}`;
}

function timeOf({ savedAt }: Draft, language: Language, t: ReturnType<typeof useTranslation>['t']): string {
  const today = new Date(savedAt).toDateString() === new Date().toDateString();
  const time = formatTime(savedAt);
  return today ? t('drafts.today', { time }) : `${formatDate(savedAt, language)}, ${time}`;
}
