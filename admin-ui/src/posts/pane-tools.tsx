import { useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { LANGUAGES, type Language, type MetaField, TEXT_KINDS, type TextField } from '../api/types';
import { sameValue } from '../form/compare';
import { isEmptyText } from '../form/empty';
import { fieldsIn, type PostFields } from '../form/fields';
import { useWorkspace, useWorkspaceState } from '../saving/workspace-context';
import { Icon } from '../ui/icon';

interface Props {
  language: Language;
}

type CopiedTexts = Partial<Record<TextField | MetaField, string>>;

/** All that is written to be read in a language; the words of an address stay what they are. */
const COPIED = [...TEXT_KINDS, 'meta_title', 'meta_description'] as const;

/** Texts that came from another language, and those they replaced. */
interface Copied {
  source: Language;
  texts: CopiedTexts;
  before: CopiedTexts;
}

/** Copy the texts from another language; until one of them is changed, the former ones can be brought back. */
export function PaneTools({ language }: Props) {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  const line = useRef<HTMLDivElement>(null);
  const [copied, setCopied] = useState<Copied | null>(null);
  const untouched = useWorkspaceState(({ form }) => copied !== null && holds(form.fields, copied.texts));
  const empty = useWorkspaceState(({ form }) => LANGUAGES.filter((source) => isEmptyIn(form.fields, source)).join());

  function copyFrom(source: Language) {
    const { fields } = workspace.state.form;
    if (fieldsIn(language).some((name) => !isEmptyText(fields[name])) && !window.confirm(t('form.copyConfirm'))) return;
    const texts: CopiedTexts = Object.fromEntries(COPIED.map((kind) => [`${kind}_${language}`, fields[`${kind}_${source}`]]));
    const before: CopiedTexts = Object.fromEntries(fieldsIn(language).map((name) => [name, fields[name]]));
    setCopied({ source, texts, before });
    workspace.dispatch({ type: 'texts', texts });
  }

  function bringBack({ source, before }: Copied) {
    // The button that was pressed goes.
    line.current?.querySelector<HTMLElement>(`[data-source="${source}"]`)?.focus();
    setCopied(null);
    workspace.dispatch({ type: 'texts', texts: before });
  }

  return (
    // There before anything can be copied: the first word of another language moves no field.
    <div className="pane__tools" ref={line}>
      <span className="muted" aria-hidden="true">
        {t('form.copyFrom')}
      </span>
      {LANGUAGES.filter((source) => source !== language).map((source) => (
        <button
          key={source}
          type="button"
          data-source={source}
          className="button button--quiet button--small"
          aria-label={t('form.copyFromLabel', { source: source.toUpperCase() })}
          disabled={empty.includes(source)}
          onClick={() => copyFrom(source)}
        >
          <Icon name="copy" />
          {source.toUpperCase()}
        </button>
      ))}
      <span className="pane__copied" role="status">
        {copied && untouched && (
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

function holds(fields: PostFields, texts: CopiedTexts): boolean {
  return LANGUAGES.flatMap(fieldsIn).every((field) => texts[field] === undefined || sameValue(field, fields[field], texts[field]));
}

/** Without the three texts there is nothing to translate. */
function isEmptyIn(fields: PostFields, language: Language): boolean {
  return TEXT_KINDS.every((kind) => isEmptyText(fields[`${kind}_${language}`]));
}
