import { useTranslation } from 'react-i18next';
import { CATEGORIES, LANGUAGES, type Language } from '../api/types';
import { CATEGORY_LABELS } from '../i18n/fixed';
import type { CategoryFilter } from './list-rules';

interface Props {
  filter: CategoryFilter;
  language: Language;
  onFilter: (filter: CategoryFilter) => void;
  onLanguage: (language: Language) => void;
}

/** Category filter and the language the cards are shown in. */
export function ListTools({ filter, language, onFilter, onLanguage }: Props) {
  const { t } = useTranslation();
  return (
    <div className="list__tools">
      <label className="field field--row">
        <span className="field__label">{t('list.filter')}</span>
        <select name="category_filter" value={filter} onChange={(event) => onFilter(event.target.value as CategoryFilter)}>
          <option value="all">{t('list.all')}</option>
          {CATEGORIES.map((category) => (
            <option key={category} value={category} lang="az">
              {CATEGORY_LABELS[category]}
            </option>
          ))}
        </select>
      </label>
      <div className="segments" role="group" aria-label={t('list.language')}>
        {LANGUAGES.map((option) => (
          <button key={option} type="button" className="segments__item" aria-pressed={language === option} onClick={() => onLanguage(option)}>
            {option.toUpperCase()}
          </button>
        ))}
      </div>
    </div>
  );
}
