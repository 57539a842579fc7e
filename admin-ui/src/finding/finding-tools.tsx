import { useId, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { LANGUAGES, type ListedPost } from '../api/types';
import { Icon } from '../ui/icon';
import { asksServer, type Filter, filtersSet, GAPS, SORTS } from './filter';
import { SearchField } from './search-field';
import './finding.css';

interface Props {
  filter: Filter;
  /** Where the authors to choose from are. */
  posts: readonly ListedPost[];
  onChange: (change: Partial<Filter>, quietly?: boolean) => void;
  onClear: () => void;
}

/** What the list is searched, narrowed and ordered by beside category and state. */
export function FindingTools({ filter, posts, onChange, onClear }: Props) {
  const { t } = useTranslation();
  const panel = useId();
  const set = filtersSet(filter);
  const [open, setOpen] = useState(set > 0);
  const tools = useRef<HTMLDivElement>(null);
  function clear() {
    onClear();
    // The button that was pressed is gone.
    tools.current?.querySelector('input')?.focus();
  }
  return (
    <div className="finding" ref={tools}>
      <div className="finding__row">
        <SearchField words={filter.q} onWords={(q) => onChange({ q }, true)} />
        <button
          type="button"
          className="button button--quiet finding__more"
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => setOpen(!open)}
        >
          {t('finding.filters')}
          {set > 0 && <span className="finding__count">{set}</span>}
          <Icon name="more" />
        </button>
        <label className="field field--row finding__sort">
          <span className="field__label">{t('finding.sort')}</span>
          <select name="sort" value={filter.sort} onChange={(event) => onChange({ sort: event.target.value as Filter['sort'] })}>
            <option value="">{t('finding.sort_newest')}</option>
            {SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {t(`finding.sort_${sort}`)}
              </option>
            ))}
          </select>
        </label>
        {asksServer(filter) && (
          <button type="button" className="button button--quiet" onClick={clear}>
            {t('finding.clear')}
          </button>
        )}
      </div>
      <div className="finding__panel" id={panel} role="group" aria-label={t('finding.filters')} hidden={!open}>
        <label className="field">
          <span className="field__label">{t('finding.language')}</span>
          <select
            name="language_filter"
            value={filter.language}
            onChange={(event) => onChange({ language: event.target.value as Filter['language'] })}
          >
            <option value="">{t('finding.anyLanguage')}</option>
            {LANGUAGES.map((language) => (
              <option key={language} value={language}>
                {t(`languages.${language}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span className="field__label">{t('finding.gap')}</span>
          <select name="missing" value={filter.gap} onChange={(event) => onChange({ gap: event.target.value as Filter['gap'] })}>
            <option value="">{t('finding.noGap')}</option>
            {GAPS.map((gap) => (
              <option key={gap} value={gap}>
                {gap === 'stale' ? t('finding.stale') : t(`finding.missing_${gap}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span className="field__label">{t('finding.author')}</span>
          <select name="author_filter" value={filter.author} onChange={(event) => onChange({ author: event.target.value })}>
            <option value="">{t('finding.anyAuthor')}</option>
            {authorsOf(posts, filter.author).map((author) => (
              <option key={author} value={author}>
                {author}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span className="field__label">{t('finding.from')}</span>
          <input type="date" name="from" value={filter.from} onChange={(event) => onChange({ from: event.target.value })} />
        </label>
        <label className="field">
          <span className="field__label">{t('finding.until')}</span>
          <input type="date" name="until" value={filter.until} onChange={(event) => onChange({ until: event.target.value })} />
        </label>
      </div>
    </div>
  );
}

/** The server's order of authors; a browser without this alphabet puts letters with marks beside those without. */
const { compare } = new Intl.Collator('az');

/** Each author once, and the one that is asked for whether or not there are posts of theirs. */
function authorsOf(posts: readonly ListedPost[], asked: string): string[] {
  const names = new Set(posts.map(({ author }) => author.trim()).filter((name) => name !== ''));
  if (asked !== '') names.add(asked);
  return [...names].sort(compare);
}
