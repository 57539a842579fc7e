import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../api/types';
import { chooseLanguage } from '.';

/** The interface's language: three small buttons. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  return (
    <div className="segments segments--quiet" role="group" aria-label={t('layout.language')}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          className="segments__item"
          lang={language}
          aria-pressed={i18n.language === language}
          aria-label={t(`languages.${language}`)}
          onClick={() => {
            chooseLanguage(language);
          }}
        >
          {language.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
