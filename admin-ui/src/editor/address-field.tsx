import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { Language } from '../api/types';
import { LinkOption } from './link-option';
import { type LinkTarget, soughtWords } from './link-targets';
import { type FoundTargets, useLinkTargets } from './use-link-targets';
import './address-field.css';

interface Props {
  value: string;
  onChange: (value: string) => void;
  /** A page of the site was chosen; its address is the field's value now. */
  onChoose: (target: LinkTarget) => void;
  /** What was chosen, as long as its address stands in the field. */
  chosen: LinkTarget | null;
  refused: boolean;
  /** The language of the text that the link will stand in. */
  language: Language;
  focus: boolean;
}

/** `words` for what was typed, `pages` for an empty field that was asked with an arrow key. */
type Shown = 'nothing' | 'words' | 'pages';

/** An address, or words that find a page or a post of the site: the combobox with a listbox of the ARIA Authoring Practices. */
export function AddressField({ value, onChange, onChoose, chosen, refused, language, focus }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState<Shown>('nothing');
  const [active, setActive] = useState<string | null>(null);
  const words = soughtWords(value);
  const mayHaveList = words !== null || value.trim() === '';
  const asked = shown === 'pages' ? '' : shown === 'words' ? words : null;
  const found = useLinkTargets(asked, language);
  const { targets } = found;
  const at = targets.findIndex(({ key }) => key === active);
  const optionId = (target: LinkTarget) => `${id}-${target.key}`;
  const activeId = targets[at] && optionId(targets[at]);

  useEffect(() => {
    if (!focus) return;
    input.current?.focus();
    // What is there already is typed over, or gone on with by an arrow key.
    input.current?.select();
  }, [focus]);

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function show(what: Shown) {
    setShown(what);
    setActive(null);
  }

  function choose(target: LinkTarget) {
    show('nothing');
    onChoose(target);
    input.current?.focus();
  }

  /** What the list does not take is for the panel around: Enter applies, Escape closes. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && mayHaveList) move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Escape' && asked !== null) show('nothing');
    else if (event.key === 'Enter' && targets[at]) choose(targets[at]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function move(by: 1 | -1) {
    if (asked === null) return show(words === null ? 'pages' : 'words');
    const next = at < 0 && by < 0 ? targets.length - 1 : (at + by + targets.length) % targets.length;
    setActive(targets[next]?.key ?? null);
  }

  return (
    <div className="field floating__wide address-field">
      <label className="field__label" htmlFor={id}>
        {t('editor.linkUrl')}
      </label>
      <input
        ref={input}
        id={id}
        type="text"
        role="combobox"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        placeholder="https://"
        aria-autocomplete="list"
        aria-expanded={targets.length > 0}
        aria-controls={targets.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={activeId}
        aria-invalid={refused}
        aria-describedby={`${id}-error ${id}-status`}
        onChange={(event) => {
          onChange(event.target.value);
          show('words');
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setActive(null)}
      />
      {targets.length > 0 && (
        <ul id={`${id}-list`} className="address-field__list" role="listbox" aria-label={t('links.results')}>
          {targets.map((target) => (
            <LinkOption
              key={target.key}
              id={optionId(target)}
              target={target}
              language={language}
              active={target.key === active}
              onHover={() => setActive(target.key)}
              onChoose={() => choose(target)}
            />
          ))}
        </ul>
      )}
      <p className="field__hint muted" id={`${id}-status`} role="status">
        {asked === null ? chosen?.mark && t(chosen.mark === 'dead' ? 'links.dead' : `links.fallback_${language}`) : statusOf(found)}
      </p>
      {found.failed && (
        <button type="button" className="button button--quiet button--small address-field__retry" onClick={found.retry}>
          {t('links.retry')}
        </button>
      )}
      <span className="field__error" id={`${id}-error`} role="alert">
        {refused && t('editor.linkRefused')}
      </span>
    </div>
  );

  function statusOf({ searching, failed, more }: FoundTargets): string {
    if (searching) return t('links.searching');
    if (failed) return t('links.failed');
    if (targets.length === 0) return t('links.none');
    return t(more ? 'links.more' : 'links.count', { count: targets.length });
  }
}
