import { beforeEach, expect, it, vi } from 'vitest';
import { EMPTY_FIELDS } from '../form/fields';
import { emptyForm, type FormState } from '../form/state';
import { entryOf, readEntries, readEntry, removeEntry, writeEntry } from './store';
import { JournalWriter } from './writer';

const form = (author: string): FormState => ({ ...emptyForm('a'), fields: { ...EMPTY_FIELDS, author } });
const authors = async () => (await readEntries()).map(({ fields }) => fields.author);

/** What waits for another transaction is given up with the page. */
function pageGoes(writer: JournalWriter) {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const deaf = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('gone', 'AbortError');
  });
  writer.flushNow();
  return vi.waitFor(() => expect(deaf).toHaveBeenCalled()).then(() => deaf.mockRestore());
}

beforeEach(async () => {
  for (const { sitting } of await readEntries()) await removeEntry(sitting);
  localStorage.clear();
});

it('are there although the database did not hear of them, whatever the clock said', async () => {
  await writeEntry({ ...entryOf(form('one')), savedAt: Date.now() + 60_000 });
  const writer = new JournalWriter();
  writer.note(form('two'));
  await pageGoes(writer);
  expect(await authors()).toEqual(['two']);
  expect((await readEntry('a'))?.fields.author).toBe('two');
});

it('are older than what is written in a page that came back', async () => {
  const writer = new JournalWriter();
  writer.note(form('two'));
  await pageGoes(writer);
  writer.note(form('three'));
  await writer.flush();
  expect(await authors()).toEqual(['three']);
});

it('are forgotten with their entry', async () => {
  const writer = new JournalWriter();
  writer.note(form('two'));
  await pageGoes(writer);
  await removeEntry('a');
  expect(await authors()).toEqual([]);
});

it('take no room once the database has heard of them after all', async () => {
  const entry = entryOf(form('two'));
  await writeEntry(entry);
  localStorage.setItem('lastWords:a', JSON.stringify({ ...entry, session: 'a' }));
  expect(await authors()).toEqual(['two']);
  expect(localStorage.length).toBe(0);
});

it('are nothing where something else stands in their place', async () => {
  localStorage.setItem('lastWords:a', '{"session":');
  localStorage.setItem('lastWords:b', '{"session":"c","fields":{}}');
  await writeEntry(entryOf(form('one')));
  localStorage.setItem('lastWords:a', '7');
  expect(await authors()).toEqual(['one']);
});
