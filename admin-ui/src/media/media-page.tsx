import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from '../i18n/use-translation';
import { useSearchParams } from 'react-router-dom';
import { listMedia, type MediaFilter } from '../api/library';
import type { LibraryPicture } from '../api/types';
import { keepFocus } from '../ui/keep-focus';
import { NotLoaded } from '../ui/not-loaded';
import { MediaTools } from './media-tools';
import { PicturePanel } from './picture-panel';
import { PictureTile } from './picture-tile';
import { UploadArea } from './upload-area';
import './media.css';

const PAGE = 24;

/** The library of pictures: found, uploaded, described where they are kept, and not where they are shown. */
export function MediaPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params);
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState(() => pictureOf(params));
  const [said, setSaid] = useState('');
  const [undone, setUndone] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const grid = useRef<HTMLUListElement>(null);
  const queries = useQueryClient();
  const key = ['media', filter, page];
  const list = useQuery({ queryKey: key, queryFn: () => listMedia(filter, page, PAGE), placeholderData: keepPreviousData, staleTime: 0 });
  const pages = Math.max(1, Math.ceil((list.data?.total ?? 0) / PAGE));
  const renew = () => queries.invalidateQueries({ queryKey: ['media'] });

  function show(next: MediaFilter) {
    setParams(paramsOf(next), { replace: true });
    setPage(1);
    setSaid('');
  }
  function open(id: number) {
    setShown(id);
    setUndone('');
  }
  function close() {
    flushSync(() => setShown(null));
    keepFocus(heading.current);
    forgetAddress();
  }
  /** Loaded again, the page would open it once more. */
  function forgetAddress() {
    if (params.has('picture')) setParams(paramsOf(filter), { replace: true });
  }
  function changed(picture: LibraryPicture) {
    setSaid(t('media.saved', { name: nameOf(picture) }));
    void renew();
  }
  /** Its panel was closed, and there is nowhere else to tell it. */
  function unheard(picture: LibraryPicture, why: string) {
    setSaid('');
    setUndone(t('media.unheard', { name: nameOf(picture), why }));
  }
  function gone(picture: LibraryPicture) {
    // The dialog gives the focus back to the tile, which goes as well.
    flushSync(() => setShown((now) => (now === picture.id ? null : now)));
    keepFocus(heading.current, grid.current?.querySelector(`[data-picture-id="${picture.id}"]`));
    forgetAddress();
    setSaid(t('media.deleted', { name: nameOf(picture) }));
    void renew();
  }
  function turn(to: number) {
    setPage(to);
    // The button may be of no more use; the next Tab leads into the page.
    heading.current?.focus();
  }
  // The last pictures of the last page have left it.
  if (list.isSuccess && !list.isFetching && page > pages) setPage(pages);

  return (
    <section className="media" aria-labelledby="media-title">
      <h2 className="panel__title" id="media-title" tabIndex={-1} ref={heading}>
        {t('screens.media')}
      </h2>
      <p className="muted">{t('media.hint')}</p>
      <UploadArea onStored={() => void renew()} onOpen={open} />
      <MediaTools filter={filter} onFilter={show} />
      {filter.unused && <p className="muted">{t('media.unusedHint')}</p>}
      <p role="status" className="media__said">
        {said}
      </p>
      <p role="alert" className="field__error">
        {undone}
      </p>
      <NotLoaded of={list} words={t('media.failed')} title={heading} />
      {list.data?.pictures.length === 0 && page <= pages && (
        <p className="media__empty">{t(filter.words || filter.unused || filter.post ? 'media.notFound' : 'media.empty')}</p>
      )}
      <ul className="media__grid" ref={grid}>
        {list.data?.pictures.map((picture) => (
          <PictureTile key={picture.id} picture={picture} onOpen={() => open(picture.id)} />
        ))}
      </ul>
      {pages > 1 && (
        <nav className="media__pages" aria-label={t('list.pages')}>
          <button type="button" className="button" disabled={page === 1} onClick={() => turn(page - 1)}>
            {t('list.newer')}
          </button>
          <span>{t('list.pageOf', { page, pages })}</span>
          <button type="button" className="button" disabled={page >= pages} onClick={() => turn(page + 1)}>
            {t('list.older')}
          </button>
        </nav>
      )}
      {shown !== null && <PicturePanel key={shown} id={shown} onClose={close} onChanged={changed} onGone={gone} onUnheard={unheard} />}
    </section>
  );
}

/** What is looked for stands in the address: it is still there when the page is loaded again. */
function filterOf(params: URLSearchParams): MediaFilter {
  const post = params.get('post') ?? '';
  return {
    words: (params.get('q') ?? '').trim().slice(0, 200),
    unused: params.get('unused') === 'true',
    post: /^[0-9]{1,12}$/.test(post) ? post : '',
  };
}

/** The picture that the address is about. */
function pictureOf(params: URLSearchParams): number | null {
  const id = params.get('picture') ?? '';
  return /^[0-9]{1,12}$/.test(id) ? Number(id) : null;
}

function paramsOf({ words, unused, post }: MediaFilter): Record<string, string> {
  return { ...(words && { q: words }), ...(unused && { unused: 'true' }), ...(post && { post }) };
}

function nameOf({ file_name: name, id }: LibraryPicture): string {
  return name || `№ ${id}`;
}
