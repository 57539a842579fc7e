import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { LANGUAGES } from '../api/types';
import type { FieldName } from '../form/fields';
import { StaleNotice } from '../life/stale-notice';
import { Icon } from '../ui/icon';
import { LanguageDots } from './language-dots';
import { LanguagePane } from './language-pane';
import type { Desk } from './use-desk';

interface Props {
  desk: Desk;
  missing: readonly FieldName[];
}

/** Three languages, or more: tabs, or panes side by side where they fit. All texts stay in the form either way. */
export function LanguageDesk({ desk, missing }: Props) {
  const { t } = useTranslation();
  const tabs = useRef<HTMLDivElement>(null);

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
                <LanguageDots language={language} />
                <GapMark count={missing.filter((name) => name.endsWith(`_${language}`)).length} />
              </button>
            ))}
          </div>
        )}
        {desk.wide && (
          <div className="segments" role="group" aria-label={t('form.view')}>
            {[true, false].map((panes) => (
              <button
                key={String(panes)}
                type="button"
                className="segments__item"
                aria-pressed={desk.panes === panes}
                onClick={() => desk.choosePanes(panes)}
              >
                {t(panes ? 'form.panes' : 'form.tabs')}
              </button>
            ))}
          </div>
        )}
      </div>
      {/* Above the panes: in one of them it would move the fields of the others. */}
      {desk.panes && LANGUAGES.map((language) => <StaleNotice key={language} language={language} named />)}
      <div className="desk__panes">
        {LANGUAGES.map((language) => (
          <LanguagePane key={language} language={language} desk={desk} missing={missing.includes(`title_${language}`)} />
        ))}
      </div>
    </div>
  );
}

/** A required field is empty on this tab, which may be one that is not in front. */
function GapMark({ count }: { count: number }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <span className="tabs__gap">
      <Icon name="alert" />
      <span className="visually-hidden">{t('form.missing', { count })}</span>
    </span>
  );
}
