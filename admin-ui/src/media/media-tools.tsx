import type { FormEvent } from 'react';
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
  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    onFilter({ ...filter, words: String(data.get('q')).trim(), post: String(data.get('post')).trim() });
  }
  return (
    <div className="media__tools">
      <div className="segments" role="group" aria-label={t('media.which')}>
        {[false, true].map((unused) => (
          <button key={String(unused)} type="button" className="segments__item" aria-pressed={filter.unused === unused} onClick={() => onFilter({ ...filter, unused })}>
            {t(unused ? 'media.unused' : 'media.all')}
          </button>
        ))}
      </div>
      <form key={`${filter.words}/${filter.post}`} className="media__find" role="search" onSubmit={find}>
        <input type="text" name="q" defaultValue={filter.words} maxLength={200} aria-label={t('media.find')} placeholder={t('media.find')} />
        <input type="text" name="post" className="media__post" inputMode="numeric" pattern="[0-9]*" maxLength={12} defaultValue={filter.post} aria-label={t('media.ofPost')} placeholder={t('media.ofPost')} />
        <button type="submit" className="button">
          {t('messages.findButton')}
        </button>
        {(filter.words || filter.post) && (
          <button type="button" className="button button--quiet" onClick={() => onFilter({ ...NOTHING, unused: filter.unused })}>
            {t('messages.findClear')}
          </button>
        )}
      </form>
    </div>
  );
}
