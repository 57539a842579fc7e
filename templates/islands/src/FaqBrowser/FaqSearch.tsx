import { type RefObject, useEffect, useId, useState } from 'react';
import { Icon } from '../shared/Icon';
import { fold } from '../shared/search';
import type { FaqBrowserProps } from './props';

interface Props {
  words: FaqBrowserProps['words'];
  tags: string[];
  query: string;
  onQuery: (query: string) => void;
  onClear: () => void;
  field: RefObject<HTMLInputElement | null>;
}

/** The search field and the topics that search for themselves. */
export function FaqSearch({ words, tags, query, onQuery, onClear, field }: Props) {
  const inputId = useId();
  const tagsId = useId();
  // What was typed before React was here stands in the field (React leaves it there), so it is searched for.
  const [tell] = useState(() => onQuery);
  useEffect(() => {
    if (field.current?.value) tell(field.current.value);
  }, [tell, field]);
  return (
    <div role="search" className="faq-search">
      <label htmlFor={inputId}>{words.search}</label>
      <div className="faq-search__field">
        <Icon name="search" />
        <input
          ref={field}
          id={inputId}
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          value={query}
          onChange={(event) => onQuery(event.target.value)}
        />
        {query === '' ? null : (
          <button type="button" className="faq-search__clear" aria-label={words.clear} onClick={onClear}>
            <Icon name="close" />
          </button>
        )}
      </div>
      {tags.length === 0 ? null : (
        <div className="faq-search__topics">
          <p id={tagsId} className="faq-search__title">
            {words.tags_title}
          </p>
          <ul aria-labelledby={tagsId}>
            {tags.map((tag) => {
              const pressed = fold(query.trim()) === fold(tag);
              return (
                <li key={tag}>
                  <button type="button" className="topic" aria-pressed={pressed} onClick={() => onQuery(pressed ? '' : tag)}>
                    {tag}
                  </button>
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </div>
  );
}
