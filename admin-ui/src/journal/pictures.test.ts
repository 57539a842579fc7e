import { beforeEach, expect, it } from 'vitest';
import { emptyForm } from '../form/state';
import { findPicture, keepPicture } from '../pictures/local-pictures';
import { forgetUnnamedPictures } from './pictures';
import { entryOf, readEntries, removeEntry, writeEntry } from './store';

const DAY = 24 * 3600 * 1000;
const blob = new Blob(['GIF89a'], { type: 'image/gif' });
const kept = async () => (await Promise.all(['a', 'b', 'c', 'd', 'e'].map(findPicture))).flatMap((found) => found?.id ?? []);

beforeEach(async () => {
  for (const { sitting } of await readEntries()) await removeEntry(sitting);
});

it('forgets local pictures that no entry names, stored or not, and never one that an entry names', async () => {
  for (const id of ['a', 'b']) await keepPicture({ id, blob, keptAt: 0 });
  for (const [id, url] of [
    ['c', '/api/blog/images/3/'],
    ['d', '/api/blog/images/4/'],
    ['e', '/api/blog/images/5/'],
  ] as const) {
    await keepPicture({ id, blob, keptAt: 0, url });
  }
  const form = emptyForm('s');
  const sent = { ...form, fields: { ...form.fields, content_en: '<p><img src="/api/blog/images/4/" alt=""></p>' } };
  const fields = { ...form.fields, content_az: '<p><img src="upload:a" alt=""><img src="/api/blog/images/3/" alt="x"></p>' };
  await writeEntry(entryOf({ ...form, fields, attempt: { key: 'k', sent: [sent] } }));
  await forgetUnnamedPictures(DAY);
  expect(await kept()).toEqual(['a', 'b', 'c', 'd', 'e']);
  await forgetUnnamedPictures(DAY + 1);
  expect(await kept()).toEqual(['a', 'c', 'd']);
  await removeEntry('s');
  await forgetUnnamedPictures(DAY + 1);
  expect(await kept()).toEqual([]);
});
