import { LANGUAGES, type Texts } from '../api/types';
import { uploadIds, withAddresses } from '../rich-text/address';
import { dataUrl } from './prepare';
import { uploads } from './uploads';

/** The texts with the pictures that are not stored yet as data, for a page that is made on the server and kept nowhere. */
export async function withLocalPictures<T extends Texts>(texts: T): Promise<T> {
  const contents = LANGUAGES.map((language) => `content_${language}` as const);
  const ids = new Set(contents.flatMap((field) => uploadIds(texts[field])));
  const addresses = new Map<string, string>();
  for (const id of ids) {
    const file = await uploads.file(id);
    if (file) addresses.set(id, await dataUrl(file));
  }
  const shown = contents.map((field) => [field, withAddresses(texts[field], (id) => addresses.get(id) ?? null)]);
  return { ...texts, ...Object.fromEntries(shown) };
}
