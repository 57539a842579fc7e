import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language, TEXT_KINDS, type TextField } from '../api/types';
import { Icon } from '../ui/icon';
import { isEmptyText } from './fields';
import { sameValue } from './merge';
import type { Workspace } from './use-workspace';

interface Props {
  language: Language;
  workspace: Workspace;
}

type CopiedTexts = Partial<Record<TextField, string>>;

/** Texts that came from another language, and those they replaced. */
interface Copied {
  source: Language;
  texts: CopiedTexts;
  before: CopiedTexts;
}

/** Copy the three texts from another language; until one of them is changed, the former ones can be brought back. */
export function PaneTools({ language, workspace: { state, dispatch } }: Props) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<Copied | null>(null);
  const fields = TEXT_KINDS.map((kind): TextField => `${kind}_${language}`);
  const untouched = copied !== null && fields.every((field) => sameValue(field, state.fields[field], copied.texts[field] ?? ''));

  function copyFrom(source: Language) {
    const replaces = TEXT_KINDS.some((kind) => !isEmptyText(state.fields[`${kind}_${language}`]));
    if (replaces && !window.confirm(t('form.copyConfirm'))) return;
    const texts: CopiedTexts = Object.fromEntries(TEXT_KINDS.map((kind) => [`${kind}_${language}`, state.fields[`${kind}_${source}`]]));
    const before: CopiedTexts = Object.fromEntries(fields.map((field) => [field, state.fields[field]]));
    setCopied({ source, texts, before });
    dispatch({ type: 'texts', texts });
  }

  function bringBack({ before }: Copied) {
    setCopied(null);
    dispatch({ type: 'texts', texts: before });
  }

  return (
    <div className="pane__tools">
      <span className="muted" aria-hidden="true">
        {t('form.copyFrom')}
      </span>
      {LANGUAGES.filter((source) => source !== language).map((source) => (
        <button
          key={source}
          type="button"
          className="button button--quiet button--small"
          aria-label={t('form.copyFromLabel', { source: source.toUpperCase() })}
          disabled={TEXT_KINDS.every((kind) => isEmptyText(state.fields[`${kind}_${source}`]))}
          onClick={() => copyFrom(source)}
        >
          <Icon name="copy" />
          {source.toUpperCase()}
        </button>
      ))}
      <span className="pane__copied" role="status">
        {untouched && (
          <>
            {t('form.copied', { source: copied.source.toUpperCase() })}
            <button type="button" className="button button--quiet button--small" onClick={() => bringBack(copied)}>
              <Icon name="undo" />
              {t('form.copyUndo')}
            </button>
          </>
        )}
      </span>
    </div>
  );
}
