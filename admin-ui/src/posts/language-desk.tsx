import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, TEXT_FIELDS } from '../api/types';
import { emptyKinds, type FieldName, isEmptyText } from './fields';
import { LanguagePane } from './language-pane';
import { TextDots } from './text-dots';
import type { Desk } from './use-desk';
import type { Workspace } from './use-workspace';

interface Props {
  workspace: Workspace;
  desk: Desk;
  missing: readonly FieldName[];
}

/** Three languages: tabs, or panes side by side where they fit. All nine texts stay in the form either way. */
export function LanguageDesk({ workspace, desk, missing }: Props) {
  const { t } = useTranslation();
  const tabs = useRef<HTMLDivElement>(null);
  const empty = TEXT_FIELDS.filter((field) => isEmptyText(workspace.state.fields[field]));

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = LANGUAGES.indexOf(desk.language);
    desk.setLanguage(LANGUAGES[(at + step + LANGUAGES.length) % LANGUAGES.length] ?? 'az');
    setTimeout(() => tabs.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus());
  }

  return (
    <div className={`desk ${desk.panes ? 'desk--panes' : 'desk--tabs'}`}>
      <div className="desk__bar">
        {!desk.panes && (
          // eslint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs inside take the focus
          <div className="tabs" role="tablist" aria-label={t('list.texts')} onKeyDown={onKeyDown} ref={tabs}>
            {LANGUAGES.map((language) => (
              <button
                key={language}
                type="button"
                role="tab"
                id={`tab-${language}`}
                className="tabs__tab"
                aria-selected={desk.language === language}
                aria-controls={`pane-${language}`}
                tabIndex={desk.language === language ? 0 : -1}
                onClick={() => desk.setLanguage(language)}
              >
                {language.toUpperCase()}
                <TextDots empty={emptyKinds(empty, language)} />
              </button>
            ))}
          </div>
        )}
        {desk.wide && (
          <div className="segments" role="group" aria-label={t('form.view')}>
            {[true, false].map((panes) => (
              <button key={String(panes)} type="button" className="segments__item" aria-pressed={desk.panes === panes} onClick={() => desk.choosePanes(panes)}>
                {t(panes ? 'form.panes' : 'form.tabs')}
              </button>
            ))}
          </div>
        )}
      </div>
      <div className="desk__panes">
        {LANGUAGES.map((language) => (
          <LanguagePane key={language} language={language} workspace={workspace} desk={desk} missing={missing} empty={emptyKinds(empty, language)} />
        ))}
      </div>
    </div>
  );
}
