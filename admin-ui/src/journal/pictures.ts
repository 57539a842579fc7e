import { LANGUAGES } from '../api/types';
import { prunePictures } from '../pictures/local-pictures';
import { sourcesOf, uploadAddress } from '../rich-text/address';
import { type Entry, readEntries } from './store';

/** Forgets the files of pictures that no entry names any more, neither in its texts nor in what it has sent. */
export async function forgetUnnamedPictures(now = Date.now()): Promise<void> {
  const named = new Set((await readEntries()).flatMap(picturesOf));
  await prunePictures(({ id, url }) => named.has(uploadAddress(id)) || (url !== undefined && named.has(url)), now);
}

function picturesOf({ fields, attempt }: Entry): string[] {
  const versions = [fields, ...(attempt?.sent ?? []).map((sent) => sent.fields)];
  return versions.flatMap((version) => LANGUAGES.flatMap((language) => sourcesOf(version[`content_${language}`])));
}
