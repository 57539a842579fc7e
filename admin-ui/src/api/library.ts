import { authorisedCall, readJson } from './client';
import { ifMatch } from './posts';
import type { LibraryPicture, MediaChange, MediaUse, Versioned } from './types';

const MEDIA = '/api/media/';

/** Which pictures; what is empty does not matter. */
export interface MediaFilter {
  words: string;
  unused: boolean;
  /** The number of a post. */
  post: string;
}

export interface MediaPage {
  pictures: LibraryPicture[];
  /** On all pages together. */
  total: number;
}

/** One page, newest first. */
export async function listMedia({ words, unused, post }: MediaFilter, page: number, size: number): Promise<MediaPage> {
  const query = new URLSearchParams({
    page: String(page),
    page_size: String(size),
    ...(words && { q: words }),
    ...(unused && { unused: 'true' }),
    ...(post && { post }),
  });
  const answer = await authorisedCall(`${MEDIA}?${query}`);
  return { pictures: await readJson(answer), total: Number(answer.headers.get('X-Total-Count') ?? 0) };
}

export async function readMedia(id: number): Promise<Versioned<LibraryPicture>> {
  const answer = await authorisedCall(`${MEDIA}${id}/`);
  return { value: await readJson(answer), etag: answer.headers.get('ETag') };
}

/** What is left out stays; 412 if somebody else changed it meanwhile. */
export async function changeMedia(id: number, change: MediaChange, etag: string | null): Promise<Versioned<LibraryPicture>> {
  const answer = await authorisedCall(`${MEDIA}${id}/`, { method: 'PATCH', json: change, headers: ifMatch(etag) });
  return { value: await readJson(answer), etag: answer.headers.get('ETag') };
}

/** Another file takes its place wherever it is shown; 409 if the file is another picture's, 412 if somebody else changed it meanwhile. */
export async function replaceMediaFile(id: number, file: File, etag: string | null): Promise<Versioned<LibraryPicture>> {
  const form = new FormData();
  form.append('image', file, file.name);
  const answer = await authorisedCall(`${MEDIA}${id}/file/`, { method: 'PUT', form, headers: ifMatch(etag) });
  const value: LibraryPicture = await readJson(answer);
  // Texts name the plain address, under which this browser may keep the old file.
  void authorisedCall(value.url, { cache: 'reload' }, true).catch(() => undefined);
  return { value, etag: answer.headers.get('ETag') };
}

/** Where this very file is: no cache has an earlier one at this address. */
export function sourceOf({ url, version }: Pick<LibraryPicture, 'url' | 'version'>): string {
  return `${url}?v=${version}`;
}

/** 409 while something uses it. */
export async function deleteMedia(id: number): Promise<void> {
  await authorisedCall(`${MEDIA}${id}/`, { method: 'DELETE' });
}

export async function listMediaUses(id: number): Promise<MediaUse[]> {
  return readJson(await authorisedCall(`${MEDIA}${id}/uses/`));
}

/** A stored picture as a file, as if it had been chosen on this device. */
export async function pictureFile({ id, url, version, file_name: name, content_type: type }: LibraryPicture): Promise<File> {
  const answer = await authorisedCall(sourceOf({ url, version }));
  return new File([await answer.arrayBuffer()], name || `${id}`, { type });
}
