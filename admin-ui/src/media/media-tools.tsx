import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { MediaFilter } from '../api/library';

interface Props {
  filter: MediaFilter;
  onFilter: (filter: MediaFilter) => void;
}

const NOTHING: MediaFilter = { words: '', unused: false, post: '' };

/** What is looked for: words, a post's pictures, what nothing uses. */
export function MediaTools({ filter, onFilter }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState({ words: filter.words, post: filter.post });
  const field = useRef<HTMLInputElement>(null);
  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = { words: typed.words.trim(), post: typed.post.trim() };
    setTyped(found);
    onFilter({ ...filter, ...found });
  }
  function clear() {
    setTyped({ words: '', post: '' });
    onFilter({ ...NOTHING, unused: filter.unused });
    // The button that was pressed is gone.
    field.current?.focus();
  }
  return (
    <div className="media__tools">
      <div className="segments" role="group" aria-label={t('media.which')}>
        {[false, true].map((unused) => (
          <button
            key={String(unused)}
            type="button"
            className="segments__item"
            aria-pressed={filter.unused === unused}
            onClick={() => onFilter({ ...filter, unused })}
          >
            {t(unused ? 'media.unused' : 'media.all')}
          </button>
        ))}
      </div>
      <form className="media__find" role="search" onSubmit={find}>
        <input
          ref={field}
          type="text"
          name="q"
          value={typed.words}
          onChange={({ target }) => setTyped({ ...typed, words: target.value })}
          maxLength={200}
          aria-label={t('media.find')}
          placeholder={t('media.find')}
        />
        <input
          type="text"
          name="post"
          className="media__post"
          inputMode="numeric"
          pattern="[0-9]*"
          maxLength={12}
          value={typed.post}
          onChange={({ target }) => setTyped({ ...typed, post: target.value })}
          aria-label={t('media.ofPost')}
          placeholder={t('media.ofPost')}
        />
        <button type="submit" className="button">
          {t('messages.findButton')}
        </button>
        {(filter.words || filter.post) && (
          <button type="button" className="button button--quiet" onClick={clear}>
            {t('messages.findClear')}
          </button>
        )}
      </form>
    </div>
  );
}
