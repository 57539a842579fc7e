import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_FIELDS } from '../posts/fields';
import { holdSession, liveSessions } from './liveness';
import { type Draft, readDrafts, removeDraft, writeDraft } from './store';
import { JournalWriter } from './writer';

const draft = (session: string, author: string, savedAt = 1): Draft => ({ session, savedAt, base: null, fields: { ...EMPTY_FIELDS, author }, image: null });

beforeEach(async () => {
  for (const { session } of await readDrafts()) await removeDraft(session);
});

describe('the journal', () => {
  it('keeps drafts, the latest first', async () => {
    await writeDraft(draft('a', 'A', 1));
    await writeDraft(draft('b', 'B', 2));
    expect((await readDrafts()).map(({ session }) => session)).toEqual(['b', 'a']);
  });

  it('writes the latest text of each session, also when another begins', async () => {
    const writer = new JournalWriter();
    writer.note(draft('a', 'A1'));
    writer.note(draft('a', 'A2'));
    writer.note(draft('b', 'B1'));
    await writer.flush();
    expect((await readDrafts()).map(({ fields }) => fields.author).sort()).toEqual(['A2', 'B1']);
  });

  it('writes by itself soon after typing', async () => {
    const writer = new JournalWriter();
    writer.note(draft('a', 'A'));
    await vi.waitFor(async () => expect(await readDrafts()).toHaveLength(1), { timeout: 2000 });
  });

  it('forgets a saved text, even one that waited to be written', async () => {
    const writer = new JournalWriter();
    writer.note(draft('a', 'A'));
    await writer.forget('a');
    await writer.flush();
    expect(await readDrafts()).toEqual([]);
  });

  it('goes on after a failed write', async () => {
    const problem = vi.fn();
    const writer = new JournalWriter(problem);
    writer.note({ ...draft('a', 'A'), image: (() => undefined) as unknown as File });
    await writer.flush();
    expect(problem).toHaveBeenCalledOnce();
    writer.note(draft('b', 'B'));
    await writer.flush();
    expect(await readDrafts()).toHaveLength(1);
  });
});

describe('open forms', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('hold their drafts back until they are closed', async () => {
    const held: string[] = [];
    const request = (name: string, work: () => Promise<void>) => (held.push(name), work());
    vi.stubGlobal('navigator', { locks: { request, query: async () => ({ held: held.map((name) => ({ name })) }) } });
    const release = holdSession('a');
    expect(await liveSessions()).toEqual(new Set(['a']));
    release();
    expect(await liveSessions()).toEqual(new Set());
  });
});
