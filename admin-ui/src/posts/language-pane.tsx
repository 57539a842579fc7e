import { memo } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { Language } from '../api/types';
import { isEmptyText } from '../form/empty';
import { fieldsIn, needsTitle } from '../form/fields';
import { editedId, useField, useWorkspace, useWorkspaceState } from '../saving/workspace-context';
import { publicPath } from '../site/addresses';
import { Icon } from '../ui/icon';
import { StaleNotice } from '../life/stale-notice';
import { LanguageBadge, StateBadge } from '../life/state-badge';
import { CutHint, cutHintId } from '../seo/cut-hint';
import { SeoSection } from '../seo/seo-section';
import { ContentField } from './content-field';
import { LanguageDots } from './language-dots';
import { PaneTools } from './pane-tools';
import type { Desk } from './use-desk';
import { useKeptCaret } from './use-kept-caret';

interface Props {
  language: Language;
  desk: Pick<Desk, 'panes' | 'language'>;
  /** The title is empty although saving was tried. */
  missing: boolean;
}

/** Title, excerpt and content in one language, and what search engines are told of them. */
export function LanguagePane({ language, desk: { panes, language: inFront }, missing }: Props) {
  return (
    <section
      className="pane"
      id={`pane-${language}`}
      role={panes ? 'group' : 'tabpanel'}
      aria-labelledby={panes ? `pane-title-${language}` : `tab-${language}`}
      hidden={!panes && inFront !== language}
    >
      <PaneHeader language={language} dots={panes} />
      <div className="pane__top">
        {!panes && <StaleNotice language={language} />}
        <PaneTools language={language} />
      </div>
      <TitleField language={language} missing={missing} />
      <ExcerptField language={language} />
      <Content language={language} />
      <SeoSection language={language} />
    </section>
  );
}

/** The editor is not drawn again for a word in another field. */
const Content = memo(ContentField);

function PaneHeader({ language, dots }: { language: Language; dots: boolean }) {
  const { t } = useTranslation();
  const id = useWorkspaceState(editedId);
  const life = useWorkspaceState(({ form }) => form.base?.life?.languages[language]);
  const live = life === undefined || life.published_at !== null;
  // Before there is a draft, words are no more than typed.
  const empty = useWorkspaceState(({ form }) => form.base === null && fieldsIn(language).every((name) => isEmptyText(form.fields[name])));
  return (
    <header className="pane__header">
      <h3 className="pane__title" id={`pane-title-${language}`}>
        <span className="pane__code">{language.toUpperCase()}</span> {t(`languages.${language}`)}
      </h3>
      {dots && <LanguageDots language={language} />}
      {/* Its line is there before it says something: the first draft must not move what is being written. */}
      <div className="pane__status">
        {life && <LanguageBadge life={life} />}
        {empty && <StateBadge state="empty" />}
        {id !== null && live && (
          <a
            className="pane__public"
            href={publicPath(id, language)}
            target="_blank"
            rel="noreferrer"
            aria-label={`${t('form.publicPage')}: ${language.toUpperCase()}`}
          >
            {t('form.publicPage')}
            <Icon name="external" />
          </a>
        )}
      </div>
    </header>
  );
}

function TitleField({ language, missing }: { language: Language; missing: boolean }) {
  const { t } = useTranslation();
  const { dispatch } = useWorkspace();
  const name = `title_${language}` as const;
  const required = useWorkspaceState(({ form }) => needsTitle(form.fields, language));
  return (
    <label className="field">
      <span className="field__label">
        {t('texts.title')}
        {required && ' *'}
      </span>
      <input
        id={name}
        name={name}
        lang={language}
        type="text"
        required={required}
        maxLength={500}
        autoComplete="off"
        {...useKeptCaret<HTMLInputElement>(useField(name))}
        aria-label={`${t('texts.title')} (${language.toUpperCase()})`}
        aria-invalid={missing}
        aria-describedby={`${missing ? `${name}-error ` : ''}${cutHintId('title', language)}`}
        onChange={(event) => dispatch({ type: 'field', name, value: event.target.value })}
      />
      {missing && (
        <span className="field__error" id={`${name}-error`}>
          {t('form.required')}
        </span>
      )}
      <CutHint kind="title" language={language} />
    </label>
  );
}

function ExcerptField({ language }: { language: Language }) {
  const { t } = useTranslation();
  const { dispatch } = useWorkspace();
  const name = `excerpt_${language}` as const;
  return (
    <label className="field">
      <span className="field__label">{t('texts.excerpt')}</span>
      <textarea
        id={name}
        name={name}
        lang={language}
        rows={4}
        maxLength={10000}
        {...useKeptCaret<HTMLTextAreaElement>(useField(name))}
        aria-label={`${t('texts.excerpt')} (${language.toUpperCase()})`}
        aria-describedby={cutHintId('excerpt', language)}
        onChange={(event) => dispatch({ type: 'field', name, value: event.target.value })}
      />
      <CutHint kind="excerpt" language={language} />
    </label>
  );
}
