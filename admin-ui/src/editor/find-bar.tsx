import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { Language } from '../api/types';
import { Icon } from '../ui/icon';
import { useFind } from './use-find';
import type { Sought } from './use-find-bar';
import './find-bar.css';

interface Props extends Sought {
  language: Language;
  /** Counts how often it was asked for: each time the focus comes here. */
  asked: number;
  onClose: (sought: Sought) => void;
}

/** Find and replace in one text. Enter goes to the next place, with Shift to the one before; Escape leads back into the text. */
export function FindBar({ language, asked, onClose, ...first }: Props) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(first.wanted);
  const [words, setWords] = useState(first.words);
  const [matchCase, setMatchCase] = useState(false);
  const [replaced, setReplaced] = useState<number | null>(null);
  const find = useFind(wanted, matchCase);
  const bar = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);

  // Above the text, it may be out of sight of who asked for it from below or from within.
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
    bar.current?.scrollIntoView({ block: 'nearest' });
  }, [asked]);

  /** None of these keys reaches the form around. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const inField = event.target instanceof HTMLInputElement && event.target.name;
    const action =
      event.key === 'Escape'
        ? close
        : event.key !== 'Enter' || !inField
          ? null
          : inField === 'replacement'
            ? replace
            : () => step(event.shiftKey ? -1 : 1);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  function step(by: 1 | -1) {
    setReplaced(null);
    find.move(by);
  }

  function replace() {
    setReplaced(null);
    find.replace(words);
  }

  function close() {
    find.leave();
    onClose({ wanted, words });
  }

  const said =
    replaced !== null
      ? t('find.replaced', { count: replaced })
      : wanted === ''
        ? ''
        : find.count === 0
          ? t('find.none')
          : t('find.at', { at: find.number, count: find.count });
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter and Escape of the fields inside
    <div ref={bar} className="find" role="search" aria-label={t('find.bar', { language: language.toUpperCase() })} onKeyDown={onKeyDown}>
      <div className="find__row">
        <input
          ref={input}
          className="find__field"
          name="wanted"
          type="text"
          lang={language}
          value={wanted}
          placeholder={t('find.what')}
          aria-label={t('find.what')}
          spellCheck={false}
          onChange={(event) => {
            setReplaced(null);
            setWanted(event.target.value);
          }}
        />
        <span className="find__count muted" role="status">
          {said}
        </span>
        <button
          type="button"
          className="toolbar__tool find__case"
          aria-pressed={matchCase}
          aria-label={`Aa: ${t('find.case')}`}
          title={t('find.case')}
          onClick={() => setMatchCase(!matchCase)}
        >
          Aa
        </button>
        <button
          type="button"
          className="toolbar__tool find__up"
          aria-label={t('find.previous')}
          title={`${t('find.previous')} (Shift+Enter)`}
          aria-disabled={find.count === 0 || undefined}
          onClick={() => step(-1)}
        >
          <Icon name="more" />
        </button>
        <button
          type="button"
          className="toolbar__tool"
          aria-label={t('find.next')}
          title={`${t('find.next')} (Enter)`}
          aria-disabled={find.count === 0 || undefined}
          onClick={() => step(1)}
        >
          <Icon name="more" />
        </button>
        <button type="button" className="toolbar__tool" aria-label={t('find.close')} title={`${t('find.close')} (Esc)`} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <div className="find__row">
        <input
          className="find__field"
          name="replacement"
          type="text"
          lang={language}
          value={words}
          placeholder={t('find.with')}
          aria-label={t('find.with')}
          onChange={(event) => setWords(event.target.value)}
        />
        <button type="button" className="button button--small" aria-disabled={find.count === 0 || undefined} onClick={replace}>
          {t('find.one')}
        </button>
        <button
          type="button"
          className="button button--small"
          aria-disabled={find.count === 0 || undefined}
          onClick={() => setReplaced(find.replaceAll(words))}
        >
          {t('find.all')}
        </button>
      </div>
    </div>
  );
}
