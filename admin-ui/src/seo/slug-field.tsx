import { type ChangeEvent, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { Language } from '../api/types';
import { editedId, useField, useWorkspace, useWorkspaceState } from '../saving/workspace-context';
import { publicPath } from '../site/addresses';
import { LONGEST_SLUG, slugOf, slugSoFar, trimmed } from './slug';

/** Words of the post's address in one language: whatever is typed becomes letters that an address may have. */
export function SlugField({ language }: { language: Language }) {
  const { t } = useTranslation();
  const { dispatch } = useWorkspace();
  const name = `slug_${language}` as const;
  const value = useField(name);
  const title = useField(`title_${language}`);
  const id = useWorkspaceState(editedId);
  const [typed, setTyped] = useState('');
  const number = publicPath(id ?? '…', language);
  const suggested = slugOf(title);
  const put = (words: string) => {
    setTyped(words);
    dispatch({ type: 'field', name, value: trimmed(words) });
  };

  function onChange({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    // Letters that are still being composed are not touched.
    if ((nativeEvent as InputEvent).isComposing) return setTyped(target.value);
    const words = slugSoFar(target.value).slice(0, LONGEST_SLUG);
    const caret = slugSoFar(target.value.slice(0, target.selectionStart ?? undefined)).length;
    // Before React does, which would move the caret to the end.
    target.value = words;
    target.setSelectionRange(caret, caret);
    put(words);
  }

  return (
    <div className="field">
      <label className="field__label" htmlFor={name}>
        {t('seo.slug')}
        <span className="visually-hidden"> ({language.toUpperCase()})</span>
      </label>
      <span className="seo__slug">
        <input
          id={name}
          name={name}
          type="text"
          lang="zxx"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // What is shown is what was typed, as long as that is what is kept.
          value={trimmed(slugSoFar(typed)) === value ? typed : value}
          aria-describedby={`${name}-hint ${name}-address`}
          onChange={onChange}
          onCompositionEnd={(event) => put(slugSoFar(event.currentTarget.value).slice(0, LONGEST_SLUG))}
          onBlur={() => setTyped(value)}
        />
        <button type="button" className="button button--quiet button--small" disabled={!suggested} onClick={() => put(suggested)}>
          {t('seo.slugFromTitle')}
        </button>
      </span>
      <span className="seo__slug-address" id={`${name}-address`} lang="zxx">
        {value ? `${number}${value}/` : number}
      </span>
      <span className="field__hint muted" id={`${name}-hint`}>
        {t('seo.slugHint', { number })}
      </span>
    </div>
  );
}
