import { useState } from 'react';
import { useTranslation } from './use-translation';
import { SPOKEN, type Spoken } from './detect';
import { chooseLanguage } from '.';

/** The interface's language: three small buttons. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  const [failed, setFailed] = useState(false);

  function choose(language: Spoken) {
    setFailed(false);
    chooseLanguage(language).catch(() => setFailed(true));
  }

  return (
    <div className="language-switch">
      <div className="segments segments--quiet" role="group" aria-label={t('layout.language')}>
        {SPOKEN.map((language) => (
          <button
            key={language}
            type="button"
            className="segments__item"
            aria-pressed={i18n.language === language}
            aria-label={`${language.toUpperCase()}, ${t(`languages.${language}`)}`}
            onClick={() => choose(language)}
          >
            {language.toUpperCase()}
          </button>
        ))}
      </div>
      {failed && (
        <p className="language-switch__problem" role="alert">
          {t('layout.languageFailed')}
        </p>
      )}
    </div>
  );
}
