import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language, TEXT_KINDS, type TextField } from '../api/types';
import { Icon } from '../ui/icon';
import { isEmptyText } from './fields';
import type { Workspace } from './use-workspace';

interface Props {
  language: Language;
  workspace: Workspace;
}

/** Copy the three texts from another language. */
export function PaneTools({ language, workspace: { state, dispatch } }: Props) {
  const { t } = useTranslation();

  function copyFrom(source: Language) {
    const replaces = TEXT_KINDS.some((kind) => !isEmptyText(state.fields[`${kind}_${language}`]));
    if (replaces && !window.confirm(t('form.copyConfirm'))) return;
    const texts = TEXT_KINDS.map((kind): [TextField, string] => [`${kind}_${language}`, state.fields[`${kind}_${source}`]]);
    dispatch({ type: 'texts', texts: Object.fromEntries(texts) });
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
    </div>
  );
}
