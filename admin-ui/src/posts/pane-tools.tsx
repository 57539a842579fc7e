import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language, TEXT_KINDS, type TextField } from '../api/types';
import { Icon } from '../ui/icon';
import { isEmptyText, type PostFields } from './fields';
import { useWorkspace, useWorkspaceState } from './saving/use-workspace';

interface Props {
  language: Language;
}

/** Copy the three texts from another language. */
export function PaneTools({ language }: Props) {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  const empty = useWorkspaceState(({ form }) => LANGUAGES.filter((source) => isEmptyIn(form.fields, source)).join());

  function copyFrom(source: Language) {
    const { fields } = workspace.state.form;
    if (!isEmptyIn(fields, language) && !window.confirm(t('form.copyConfirm'))) return;
    const texts = TEXT_KINDS.map((kind): [TextField, string] => [`${kind}_${language}`, fields[`${kind}_${source}`]]);
    workspace.dispatch({ type: 'texts', texts: Object.fromEntries(texts) });
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
          disabled={empty.includes(source)}
          onClick={() => copyFrom(source)}
        >
          <Icon name="copy" />
          {source.toUpperCase()}
        </button>
      ))}
    </div>
  );
}

function isEmptyIn(fields: PostFields, language: Language): boolean {
  return TEXT_KINDS.every((kind) => isEmptyText(fields[`${kind}_${language}`]));
}
