import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language, TextField, TextKind } from '../api/types';
import { Icon } from '../ui/icon';
import type { FieldName } from './fields';
import { publicPath } from './list-rules';
import { PaneTools } from './pane-tools';
import { TextDots } from './text-dots';
import type { Desk } from './use-desk';
import type { Workspace } from './use-workspace';

const RichTextField = lazy(() => import('../editor/rich-text-field'));

interface Props {
  language: Language;
  workspace: Workspace;
  desk: Desk;
  missing: readonly FieldName[];
  empty: readonly TextKind[];
}

/** Title, excerpt and content in one language. */
export function LanguagePane({ language, workspace, desk, missing, empty }: Props) {
  const { t } = useTranslation();
  const { state, dispatch } = workspace;
  const [title, excerpt, content] = [`title_${language}`, `excerpt_${language}`, `content_${language}`] as const satisfies TextField[];
  const titleMissing = missing.includes(title);
  const name = t(`languages.${language}`);
  const html = state.fields[content];
  const [words, setWords] = useState<number | null>(null);
  const set = (field: TextField, value: string) => dispatch({ type: 'field', name: field, value });

  return (
    <section
      className="pane"
      id={`pane-${language}`}
      role={desk.panes ? 'group' : 'tabpanel'}
      aria-labelledby={desk.panes ? `pane-title-${language}` : `tab-${language}`}
      hidden={!desk.panes && desk.language !== language}
    >
      <header className="pane__header">
        <h3 className="pane__title" id={`pane-title-${language}`}>
          <span className="pane__code">{language.toUpperCase()}</span> {name}
        </h3>
        {state.base && (
          <a className="pane__public" href={publicPath(state.base.id, language)} target="_blank" rel="noreferrer">
            {t('form.publicPage')}
            <Icon name="external" />
          </a>
        )}
        {desk.panes && <TextDots empty={empty} />}
      </header>
      <PaneTools language={language} workspace={workspace} />
      <label className="field">
        <span className="field__label">{t('form.title')} *</span>
        <input
          id={title}
          name={title}
          lang={language}
          type="text"
          required
          maxLength={500}
          autoComplete="off"
          value={state.fields[title]}
          aria-label={`${t('form.title')} (${language.toUpperCase()})`}
          aria-invalid={titleMissing}
          aria-describedby={titleMissing ? `${title}-error` : undefined}
          onChange={(event) => set(title, event.target.value)}
        />
        {titleMissing && (
          <span className="field__error" id={`${title}-error`}>
            {t('form.required')}
          </span>
        )}
      </label>
      <label className="field">
        <span className="field__label">{t('form.excerpt')}</span>
        <textarea
          id={excerpt}
          name={excerpt}
          lang={language}
          rows={4}
          maxLength={10000}
          value={state.fields[excerpt]}
          aria-label={`${t('form.excerpt')} (${language.toUpperCase()})`}
          onChange={(event) => set(excerpt, event.target.value)}
        />
      </label>
      <div className="field">
        <span className="field__label">
          {t('form.content')}
          <span className="field__count muted">{words !== null && t('form.words', { count: words })}</span>
        </span>
        <Suspense fallback={<div className="editor editor--loading muted">{t('editor.loading')}</div>}>
          <RichTextField
            key={state.session}
            name={content}
            language={language}
            label={`${t('form.content')} (${language.toUpperCase()})`}
            html={html}
            revision={state.revision}
            onChange={(value) => set(content, value)}
            onWords={setWords}
          />
        </Suspense>
      </div>
    </section>
  );
}
