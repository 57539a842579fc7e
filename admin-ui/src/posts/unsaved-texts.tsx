import type { Translate } from '../i18n/translate';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ownName } from '../api/client';
import { useTranslation } from '../i18n/use-translation';
import { titleOf } from '../form/fields';
import { wordsWithoutPlace } from '../form/without-place';
import { formatBaku, formatDate } from '../i18n/dates';
import type { Spoken } from '../i18n/detect';
import type { Entry } from '../journal/store';
import { useWorkspace, useWorkspaceState } from '../saving/workspace-context';
import { Icon } from '../ui/icon';
import { keepFocus } from '../ui/keep-focus';

interface Props {
  entries: readonly Entry[];
  /** The last entry was thrown away, and the focus with it. */
  onEmpty: () => void;
}

/** Texts that were typed and not saved, each with its time, to be taken up again or thrown away. */
export function UnsavedTexts({ entries, onEmpty }: Props) {
  const { t } = useTranslation();
  // What a save of it came to is told by a notice of its own.
  const busy = useWorkspaceState(({ form, saves }) =>
    [form.sitting, ...saves.filter(({ phase }) => phase.name !== 'saved').map(({ sitting }) => sitting)].join(),
  );
  const shown = entries.filter(({ sitting }) => !busy.split(',').includes(sitting));
  const { list, discarding } = useFocusAfterDiscard(shown.length, onEmpty);
  const { phaseOf, discard } = useDiscard(discarding);
  if (shown.length === 0) return null;
  return (
    <section className="notice unsaved" aria-labelledby="unsaved-title">
      <h2 className="notice__title" id="unsaved-title">
        <Icon name="pen" />
        {t('unsaved.title')}
      </h2>
      <ul className="unsaved__list" ref={list}>
        {shown.map((entry) => (
          <UnsavedText key={entry.sitting} entry={entry} phase={phaseOf(entry.sitting)} onDiscard={() => void discard(entry)} />
        ))}
      </ul>
    </section>
  );
}

/** With an entry that is thrown away its button goes: the focus moves to another entry, or out of the banner. */
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
  const discarding = (is: boolean) => {
    discarded.current = is;
  };
  return { list, discarding };
}

/** On its way out; or it stays, as nobody can tell whether the server has a draft of it. */
type Phase = 'busy' | 'unsure';

/** Kept for the whole banner: an entry is in nobody's list while it is being thrown away, and comes back if it stays. */
function useDiscard(onDiscard: (is: boolean) => void) {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  const [phases, setPhases] = useState<ReadonlyMap<string, Phase>>(new Map());
  const phaseOf = (sitting: string) => phases.get(sitting);
  const setPhase = (sitting: string, phase?: Phase) =>
    setPhases((all) => new Map([...all].filter(([other]) => other !== sitting).concat(phase ? [[sitting, phase]] : [])));

  /** What the server may have of it goes first, which takes as long as the line does. */
  async function discard(entry: Entry) {
    const { sitting } = entry;
    const name = someoneElse(entry);
    if (phaseOf(sitting) === 'busy' || !window.confirm(name ? t('unsaved.discardTheirs', { name }) : t('unsaved.discardConfirm'))) return;
    onDiscard(true);
    setPhase(sitting, 'busy');
    const ended = await workspace.discard(sitting);
    if (ended === 'gone') return;
    onDiscard(false);
    setPhase(sitting, ended === 'unsure' ? ended : undefined);
  }
  return { phaseOf, discard };
}

interface TextProps {
  entry: Entry;
  phase: Phase | undefined;
  onDiscard: () => void;
}

function UnsavedText({ entry, phase, onDiscard }: TextProps) {
  const { t, i18n } = useTranslation();
  const workspace = useWorkspace();
  const busy = phase === 'busy';
  const theirs = someoneElse(entry);
  const item = t('unsaved.item', {
    name: nameOf(entry, t('unsaved.untitled'), t('unsaved.newPost')),
    time: timeOf(entry, i18n.language, t),
  });
  const label = theirs ? `${item} (${t('unsaved.writtenAs', { name: theirs })})` : item;

  return (
    <li className="unsaved__item">
      <span className="unsaved__name">{label}</span>
      <button
        type="button"
        className="button button--primary button--small"
        aria-label={`${t('unsaved.restore')}: ${label}`}
        onClick={() => void workspace.restore(entry.sitting)}
      >
        {t('unsaved.restore')}
      </button>
      <button
        type="button"
        className="button button--quiet button--small"
        aria-label={`${t('unsaved.discard')}: ${label}`}
        aria-disabled={busy}
        onClick={onDiscard}
      >
        {busy && <span className="spinner" aria-hidden="true" />}
        {t('unsaved.discard')}
      </button>
      <p className="unsaved__status muted" role="status">
        {busy ? t('list.deleting') : phase && t('unsaved.unsure')}
      </p>
      <WordsWithoutPlace entry={entry} />
    </li>
  );
}

/** Of a language that the site had when they were written. */
function WordsWithoutPlace({ entry: { fields } }: { entry: Entry }) {
  const { t } = useTranslation();
  const lost = wordsWithoutPlace(fields);
  if (lost.length === 0) return null;
  const languages = [...new Set(lost.map(({ language }) => language.toUpperCase()))].join(', ');
  return (
    <details className="unsaved__status">
      <summary>{t('unsaved.withoutPlace', { languages })}</summary>
      {lost.map(({ language, words }, at) => (
        <p key={at} className="unsaved__words" lang={language}>
          {words}
        </p>
      ))}
    </details>
  );
}

/** Who wrote it, if it was somebody else at this browser. */
function someoneElse({ by }: Entry): string | null {
  return by && by !== ownName() ? by : null;
}

function nameOf({ fields, base }: Entry, untitled: string, newPost: string): string {
  const title = titleOf(fields) || untitled;
  return base ? title : `${newPost}: ${title}`;
}

function timeOf({ savedAt }: Entry, language: Spoken, t: Translate): string {
  const time = formatBaku(savedAt, language);
  const today = formatDate(savedAt, language) === formatDate(Date.now(), language);
  return today ? t('unsaved.today', { time: time.slice(-5) }) : time;
}
