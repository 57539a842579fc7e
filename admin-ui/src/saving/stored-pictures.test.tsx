import { DRAG_DROP_PASTE } from '@lexical/rich-text';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { LexicalEditor } from 'lexical';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyForm } from '../form/state';
import { entryOf, readEntries, writeEntry } from '../journal/store';
import type { LocalPicture } from '../pictures/local-pictures';
import { edit, field, open, POST, saved, signedInWithNothingKept, user } from '../test/posts-page';
import { aPost, json, type Seen } from '../test/server';
import { FakeUploads } from '../test/uploads';

// The files of the browser do not survive the cloning of the test's IndexedDB.
const local = vi.hoisted(() => new Map<string, LocalPicture>());
vi.mock('../pictures/local-pictures', () => ({
  keepPicture: async (picture: LocalPicture) => void local.set(picture.id, picture),
  findPicture: async (id: string) => local.get(id),
  findStored: async (urls: ReadonlySet<string>) => [...local.values()].filter(({ url = '' }) => urls.has(url)),
}));

const WEEK = 7 * 24 * 3600 * 1000;
const PUT = 'PUT /api/blog/posts/1/';
const stored = (id: number) => ({ id, url: `/api/blog/images/${id}/`, width: 1, height: 1 });
const editorOf = (language: string) => document.querySelector(`#content_${language}`) as HTMLElement & { __lexicalEditor: LexicalEditor };

async function insert() {
  const file = new File(['GIF89a'], 'a.gif', { type: 'image/gif' });
  await act(async () => void editorOf('az').__lexicalEditor.dispatchCommand(DRAG_DROP_PASTE, [file]));
  await waitFor(() => expect(field('content_az').value).toContain('upload:'));
}

let uploads: FakeUploads;

beforeEach(async () => {
  await signedInWithNothingKept();
  local.clear();
  uploads = new FakeUploads();
});
afterEach(() => vi.unstubAllGlobals());

describe('a picture that is inserted while a save is on its way', () => {
  /** The save meets another version; the picture is on its way when the comparison opens. */
  async function conflict() {
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    await user.type(field('title_en'), ' mine');
    const put = server.hold(PUT);
    server.on('GET /api/blog/posts/1/', () => json(aPost({ id: 1, title_en: 'Theirs' }), 200, { ETag: '"1-2"' }));
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(server.asked(PUT)).toHaveLength(1));
    await insert();
    const [picture] = await uploads.requests(1);
    put.answer(json({}, 412));
    const dialog = await screen.findByRole('dialog', { name: 'This post has changed meanwhile' });
    server.on(PUT, (request) => json(saved(request, 1), 200, { ETag: '"1-3"' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save the selection' }));
    return { server, picture };
  }

  it('is waited for by the save of the comparison', async () => {
    const { server, picture } = await conflict();
    expect(server.asked(PUT)).toHaveLength(1);
    await act(async () => picture?.answer(201, stored(31)));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısı uğurla yeniləndi!'));
    expect(server.asked(PUT)[1]?.form['content_az']).toContain('src="/api/blog/images/31/"');
    expect(field('title_en')).toHaveValue('');
    await waitFor(async () => expect(await readEntries()).toEqual([]));
  });

  it('ends that save with a sentence when it does not arrive', async () => {
    const { server, picture } = await conflict();
    await act(async () => picture?.answer(500, {}));
    expect(await screen.findByText(/An image in the text was not uploaded/)).toBeVisible();
    expect(server.asked(PUT)).toHaveLength(1);
    expect(field('content_az').value).toContain('upload:');
  });

  it('is not waited for when the editor gives it up', async () => {
    const { server } = await conflict();
    await user.click(await screen.findByRole('button', { name: 'Stop waiting' }));
    expect(await screen.findByText(/Nothing was sent/)).toBeVisible();
    expect(server.asked(PUT)).toHaveLength(1);
  });

  it('leaves no entry behind when its form was left before it arrived', async () => {
    const { server, picture } = await conflict();
    await user.click(document.querySelector('.post-form__actions .button--quiet') as HTMLElement);
    await act(async () => picture?.answer(201, stored(32)));
    await waitFor(() => expect(document.querySelector('[data-left-save=saved]')).not.toBeNull());
    expect(server.asked(PUT)[1]?.form['content_az']).toContain('src="/api/blog/images/32/"');
    await waitFor(async () => expect(await readEntries()).toEqual([]));
  });
});

describe('an entry that waited for a week', () => {
  const CONTENT = '<p>söz</p><p><img src="/api/blog/images/41/" alt="x"></p>';

  async function oldEntry(keptAt = Date.now() - WEEK) {
    local.set('old', { id: 'old', blob: new Blob(['GIF89a'], { type: 'image/gif' }), keptAt, url: '/api/blog/images/41/' });
    const form = emptyForm('week');
    const fields = { ...form.fields, title_az: 'köhnə', title_en: 'old', title_ru: 'старый', author: 'a', content_az: CONTENT };
    await writeEntry(entryOf({ ...form, fields }));
    const server = (await open([])).on(POST, (request: Seen) => json(saved(request, 9), 201));
    await user.click(await screen.findByRole('button', { name: /^Continue: New post: köhnə/ }));
    await waitFor(() => expect(field('content_az').value).toBe(CONTENT));
    await user.click(screen.getByRole('button', { name: 'Create' }));
    return server;
  }
  const created = () => waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yaradıldı!'));

  it('sends its pictures again first, and names the address they have now', async () => {
    const server = await oldEntry();
    const [again] = await uploads.requests(1);
    expect((again?.form?.get('image') as File).size).toBe(6);
    expect(server.asked(POST)).toHaveLength(0);
    await act(async () => again?.answer(201, stored(77)));
    await created();
    expect(server.asked(POST)[0]?.form['content_az']).toBe(CONTENT.replace('41', '77'));
    expect(local.get('old')).toMatchObject({ url: '/api/blog/images/77/' });
    expect(field('title_az')).toHaveValue('');
  });

  it('is saved all the same when the server has them still, or takes them no more', async () => {
    const server = await oldEntry();
    await act(async () => (await uploads.requests(1))[0]?.answer(415, {}));
    await created();
    expect(server.asked(POST)[0]?.form['content_az']).toBe(CONTENT);
  });

  it('is not saved while they cannot be sent', async () => {
    const server = await oldEntry();
    await act(async () => (await uploads.requests(1))[0]?.lose());
    expect(await screen.findByText(/No connection to the server/)).toBeVisible();
    expect(server.asked(POST)).toHaveLength(0);
  });

  it('sends nothing again that is not old', async () => {
    await oldEntry(Date.now());
    await created();
    expect(uploads.sent).toHaveLength(0);
  });
});
