import { useTranslation } from '../i18n/use-translation';
import { LANGUAGES, type Language } from '../api/types';
import { type CategoryFilter, STATE_FILTERS, type StateFilter } from '../finding/filter';
import { useCategories } from '../site/categories';
import { Icon } from '../ui/icon';

interface Props {
  filter: CategoryFilter;
  language: Language;
  state: StateFilter;
  onState: (state: StateFilter) => void;
  onTrash: () => void;
  onFilter: (filter: CategoryFilter) => void;
  onLanguage: (language: Language) => void;
}

/** Category and state filter, the way to the trash, and the language the cards are shown in. */
export function ListTools({ filter, state, language, onFilter, onState, onLanguage, onTrash }: Props) {
  const { t } = useTranslation();
  const categories = useCategories();
  return (
    <div className="list__tools">
      <label className="field field--row">
        <span className="field__label">{t('list.filter')}</span>
        <select name="category_filter" value={filter} onChange={(event) => onFilter(event.target.value)}>
          <option value="all">{t('list.all')}</option>
          {categories
            .with(filter)
            .filter((id) => id !== 'all')
            .map((id) => (
              <option key={id} value={id} lang="az">
                {categories.label(id)}
              </option>
            ))}
        </select>
      </label>
      <label className="field field--row">
        <span className="field__label visually-hidden">{t('list.stateFilter')}</span>
        <select name="state_filter" value={state} onChange={(event) => onState(event.target.value as StateFilter)}>
          {STATE_FILTERS.map((option) => (
            <option key={option} value={option}>
              {option === 'any' ? t('list.anyState') : t(`life.${option}`)}
            </option>
          ))}
        </select>
      </label>
      <button type="button" className="button button--quiet button--small" onClick={onTrash}>
        <Icon name="trash" />
        {t('trash.show')}
      </button>
      <div className="segments" role="group" aria-label={t('list.language')}>
        {LANGUAGES.map((option) => (
          <button
            key={option}
            type="button"
            className="segments__item"
            aria-pressed={language === option}
            onClick={() => onLanguage(option)}
          >
            {option.toUpperCase()}
          </button>
        ))}
      </div>
    </div>
  );
}
