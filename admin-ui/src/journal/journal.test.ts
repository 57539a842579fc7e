import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_FIELDS } from '../form/fields';
import { emptyForm, type FormState } from '../form/state';
import { soon } from '../test/soon';
import { onEntriesChange } from './changes';
import { awaitSittings, claimSitting, holdSitting, liveSittings } from './locks';
import { type Entry, entryOf, readEntry, readEntries, removeEntry, writeEntry } from './store';
import { JournalWriter } from './writer';

const form = (sitting: string, author: string): FormState => ({ ...emptyForm(sitting), fields: { ...EMPTY_FIELDS, author } });
const entry = (sitting: string, author: string, savedAt: number): Entry => ({ ...entryOf(form(sitting, author)), savedAt });

/** The database of the tests clones a file as a plain object; a browser's is tested with a browser. */
const aFile: unknown = expect.anything();

beforeEach(async () => {
  for (const { sitting } of await readEntries()) await removeEntry(sitting);
});

describe('the journal', () => {
  it('keeps entries, the latest first', async () => {
    await writeEntry(entry('a', 'A', 1));
    await writeEntry(entry('b', 'B', 2));
    expect((await readEntries()).map(({ sitting }) => sitting)).toEqual(['b', 'a']);
  });

  it('writes the latest text of each sitting, also when another begins', async () => {
    const writer = new JournalWriter();
    writer.note(form('a', 'A1'));
    writer.note(form('a', 'A2'));
    writer.note(form('b', 'B1'));
    await writer.flush();
    expect((await readEntries()).map(({ fields }) => fields.author).sort()).toEqual(['A2', 'B1']);
  });

  it('writes by itself soon after typing', async () => {
    const writer = new JournalWriter();
    writer.note(form('a', 'A'));
    await soon(async () => expect(await readEntries()).toHaveLength(1));
  });

  it('writes in a pause of the typing, and once a second when there is none', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const written = vi.fn();
    const writer = new JournalWriter({ checked: written });
    for (let at = 0; at < 2000; at += 100) {
      writer.note(form('a', `A${at}`));
      vi.advanceTimersByTime(100);
    }
    expect(written.mock.calls.map(([{ fields }]) => fields.author)).toEqual(['A900', 'A1900']);
    writer.note(form('a', 'last'));
    vi.advanceTimersByTime(299);
    expect(written).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(1);
    expect(written).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
  });

  it('forgets a saved text, even one that waited to be written', async () => {
    const writer = new JournalWriter();
    writer.note(form('a', 'A'));
    await writer.forget('a');
    await writer.flush();
    expect(await readEntries()).toEqual([]);
  });

  it('forgets a text that was typed and taken back, and says so', async () => {
    const checked = vi.fn();
    const writer = new JournalWriter({ checked });
    writer.note(form('a', 'A'));
    await writer.flush();
    writer.note(form('a', ''));
    await writer.flush();
    expect(checked.mock.calls.map(([, dirty]) => dirty)).toEqual([true, false]);
    expect(await readEntries()).toEqual([]);
  });

  describe('when the page goes while an earlier write does not end', () => {
    const stuck = (): JournalWriter => {
      const writer = new JournalWriter();
      Reflect.set(writer, 'queue', new Promise<void>(() => undefined));
      return writer;
    };

    it('writes what is queued behind it, the latest of each sitting', async () => {
      const writer = stuck();
      for (const [sitting, author] of [
        ['a', 'A1'],
        ['a', 'A2'],
        ['b', 'B1'],
      ] as const) {
        writer.note(form(sitting, author));
        void writer.flush(); // as the page's last events do before it goes
      }
      writer.note(form('b', 'B2'));
      writer.flushNow();
      await soon(async () => expect((await readEntries()).map(({ fields }) => fields.author).sort()).toEqual(['A2', 'B2']));
    });

    it('writes nothing that was saved or taken back meanwhile', async () => {
      const writer = stuck();
      for (const sitting of ['a', 'b', 'c']) {
        writer.note(form(sitting, 'typed'));
        void writer.flush();
      }
      void writer.forget('a');
      writer.note(form('b', ''));
      writer.flushNow();
      await soon(async () => expect((await readEntries()).map(({ sitting }) => sitting)).toEqual(['c']));
    });
  });

  it('says whether the browser took the entry, and goes on after a refusal', async () => {
    const kept = vi.fn();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const writer = new JournalWriter({ kept });
    writer.note({ ...form('a', 'A'), image: (() => undefined) as unknown as File });
    await writer.flush();
    writer.note(form('b', 'B'));
    await writer.flush();
    expect(kept.mock.calls).toEqual([
      ['a', false],
      ['b', true],
    ]);
    expect((await readEntries()).map(({ sitting }) => sitting)).toContain('b');
  });

  it('keeps files, and writes them only when they change', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put');
    const writes = () => put.mock.contexts.map((store) => (store as IDBObjectStore).name);
    const writer = new JournalWriter();
    const image = new File(['x'], 'a.png', { type: 'image/png' });
    for (const author of ['A', 'AB', 'ABC']) {
      writer.note({ ...form('a', author), image });
      await writer.flush();
    }
    expect(writes()).toEqual(['drafts', 'files', 'drafts', 'drafts']);
    expect(await readEntry('a')).toMatchObject({ fields: { author: 'ABC' }, image: aFile });
    writer.note({ ...form('a', 'ABC'), image: null });
    await writer.flush();
    expect((await readEntry('a'))?.image).toBeNull();
  });

  it('keeps what was sent without an answer, with its files', async () => {
    const image = new File(['x'], 'a.png', { type: 'image/png' });
    const sent = { fields: { ...EMPTY_FIELDS, author: 'sent' }, image, imageRemoved: false };
    await writeEntry({ ...entry('a', 'A', 1), attempt: { key: 'k', sent: [sent] } });
    expect((await readEntry('a'))?.attempt).toMatchObject({ key: 'k', sent: [{ fields: { author: 'sent' }, image: aFile }] });
  });

  it('reads entries and attempts of earlier versions', async () => {
    await writeEntry(entry('a', 'A', 1));
    const { openDB } = await import('idb');
    const db = await openDB('blog-admin', 1);
    const image = new File(['x'], 'old.png', { type: 'image/png' });
    const fields = { ...EMPTY_FIELDS, author: 'old' };
    await db.put('drafts', { session: 'old', savedAt: 9, base: null, fields, image, attempt: { key: 'k', fields, image } });
    db.close();
    const [old] = await readEntries();
    expect(old).toMatchObject({
      sitting: 'old',
      image: aFile,
      imageRemoved: false,
      attempt: { key: 'k', sent: [{ fields, image: aFile }] },
    });
  });

  it('reads entries that were kept before there were texts for search engines, wherever they have fields', async () => {
    await writeEntry(entry('a', 'A', 1));
    const { openDB } = await import('idb');
    const db = await openDB('blog-admin', 1);
    const fields = Object.fromEntries(Object.entries({ ...EMPTY_FIELDS, author: 'old' }).filter(([name]) => !name.startsWith('meta_')));
    await db.put('drafts', {
      session: 'old',
      savedAt: 9,
      base: { id: 1, etag: null, fields, image: null },
      fields,
      imageRemoved: false,
      attempt: { key: 'k', sent: [{ fields, imageRemoved: false }] },
      draftsSent: [fields],
    });
    db.close();
    const whole = { ...EMPTY_FIELDS, author: 'old' };
    expect(await readEntry('old')).toMatchObject({
      fields: whole,
      base: { fields: whole },
      attempt: { sent: [{ fields: whole }] },
      draftsSent: [whole],
    });
  });

  it('amends the entry of a form that was left, in its turn', async () => {
    const writer = new JournalWriter();
    writer.note(form('a', 'A'));
    void writer.flush();
    await writer.amend('a', (known) => ({ ...known, fields: { ...known.fields, title_az: 'T' } }));
    expect((await readEntry('a'))?.fields).toMatchObject({ author: 'A', title_az: 'T' });
    await writer.amend('a', () => null);
    expect(await readEntry('a')).toBeNull();
  });
});

/** Locks as a browser has them, shared with `others`: names held by other tabs. */
function stubLocks(others: string[] = []) {
  const names = [...others];
  const request = async (name: string, options: unknown, work?: (lock: unknown) => Promise<void> | undefined) => {
    const run = work ?? (options as (lock: unknown) => Promise<void>);
    if (work && names.includes(name)) return void (await run(null));
    names.push(name);
    await run({ name });
    names.splice(names.indexOf(name), 1);
  };
  vi.stubGlobal('navigator', { locks: { request, query: async () => ({ held: names.map((name) => ({ name })) }) } });
}

describe('open forms', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('hold their entries back until the last holder lets go', async () => {
    stubLocks();
    const [form, save] = [holdSitting('a'), holdSitting('a')];
    expect(await liveSittings()).toEqual(new Set(['a']));
    form();
    form();
    expect(await liveSittings()).toEqual(new Set(['a']));
    save();
    expect(await liveSittings()).toEqual(new Set());
  });

  it('are not taken up while another tab has them', async () => {
    stubLocks(['draft:b']);
    expect(await claimSitting('b')).toBeNull();
    const letGo = await claimSitting('a');
    expect(await liveSittings()).toEqual(new Set(['a', 'b']));
    letGo?.();
    expect(await liveSittings()).toEqual(new Set(['b']));
  });

  it('are taken up although a tab that only waited for them has the lock for a moment', async () => {
    let shared = 2;
    const request = async (name: string, _options: unknown, work: (lock: unknown) => Promise<void> | undefined) =>
      work(shared-- > 0 ? null : { name });
    vi.stubGlobal('navigator', {
      locks: { request, query: async () => ({ held: shared >= 0 ? [{ name: 'draft:a', mode: 'shared' }] : [] }) },
    });
    const letGo = await claimSitting('a');
    expect(letGo).not.toBeNull();
    letGo?.();
  });

  it('of another tab are told of when it ends, once for each time that it held them', async () => {
    const ends: (() => void)[] = [];
    const request = vi.fn((_name: string, _options: unknown, work: () => void) =>
      new Promise<void>((resolve) => ends.push(resolve)).then(work),
    );
    vi.stubGlobal('navigator', {
      locks: {
        request,
        query: async () => ({
          held: [
            { name: 'draft:b', mode: 'exclusive' },
            { name: 'draft:c', mode: 'shared' },
          ],
        }),
      },
    });
    const told = vi.fn();
    const stop = onEntriesChange(told);
    expect(await liveSittings()).toEqual(new Set(['b']));
    awaitSittings(['b']);
    awaitSittings(['b']);
    expect(request.mock.calls.map(([name, options]) => [name, options])).toEqual([['draft:b', { mode: 'shared' }]]);
    expect(told).not.toHaveBeenCalled();
    ends[0]?.();
    await vi.waitFor(() => expect(told).toHaveBeenCalledOnce());
    awaitSittings(['b']);
    expect(request).toHaveBeenCalledTimes(2);
    stop();
  });
});
