import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { listMedia, sourceOf } from '../api/library';
import type { LibraryPicture } from '../api/types';
import { Modal } from '../ui/modal';
import { NotLoaded } from '../ui/not-loaded';
import './library-picker.css';

const PAGE = 24;

interface Props {
  onPick: (picture: LibraryPicture) => void;
  onClose: () => void;
}

/** The pictures that are there already, newest first, to take one of them. */
export function LibraryPicker({ onPick, onClose }: Props) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const [page, setPage] = useState(1);
  const shown = useRef<HTMLUListElement>(null);
  const filter = { words: words.trim(), unused: false, post: '' };
  const list = useQuery({
    queryKey: ['media', filter, page],
    queryFn: () => listMedia(filter, page, PAGE),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const pages = Math.max(1, Math.ceil((list.data?.total ?? 0) / PAGE));

  function turn(to: number) {
    setPage(to);
    // The button may be of no more use, and stands below the pictures that come; the next Tab leads to the first of them.
    shown.current?.focus();
    shown.current?.scrollIntoView?.({ block: 'start' });
  }
  // The last pictures of the last page have left it.
  if (list.isSuccess && !list.isFetching && page > pages) setPage(pages);

  return (
    <Modal title={t('media.choose')} closeLabel={t('media.close')} onClose={onClose}>
      <input
        type="search"
        value={words}
        maxLength={200}
        aria-label={t('media.find')}
        placeholder={t('media.find')}
        onChange={({ target }) => {
          setWords(target.value);
          setPage(1);
        }}
      />
      <NotLoaded of={list} words={t('media.failed')} title={shown} />
      {list.data?.pictures.length === 0 && <p className="muted">{t(filter.words ? 'media.notFound' : 'media.empty')}</p>}
      <ul className="library-picker" ref={shown} tabIndex={-1} aria-label={t('list.pageOf', { page, pages })}>
        {list.data?.pictures.map((picture) => (
          <li key={picture.id}>
            <button type="button" className="library-picker__button" onClick={() => onPick(picture)}>
              <img src={sourceOf(picture)} alt="" width={picture.width} height={picture.height} loading="lazy" decoding="async" />
              <span>{picture.alt_az || picture.file_name || t('media.number', { id: picture.id })}</span>
            </button>
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav className="library-picker__pages" aria-label={t('list.pages')}>
          <button type="button" className="button" disabled={page === 1} onClick={() => turn(page - 1)}>
            {t('list.newer')}
          </button>
          <span>{t('list.pageOf', { page, pages })}</span>
          <button type="button" className="button" disabled={page >= pages} onClick={() => turn(page + 1)}>
            {t('list.older')}
          </button>
        </nav>
      )}
    </Modal>
  );
}
