import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readEntries } from '../journal/store';
import { FakeEvents } from '../test/events';
import { ownTimers, pass, pauseOver } from '../test/pause';
import { edit, field, fill, open, signedInWithNothingKept, user } from '../test/posts-page';
import { aDraft, aPost, type FakeServer, json, type Seen } from '../test/server';

const BEGIN = 'POST /api/blog/drafts/';
const KEEP = 'PUT /api/blog/posts/1/draft/';
const DRAFT = 'GET /api/blog/posts/1/draft/';
const LOGOUT = 'POST /api/auth/logout/';
const UPDATE = 'PUT /api/blog/posts/1/';

beforeEach(signedInWithNothingKept);
ownTimers();

const kept = ({ form }: Seen, version: number) => {
  const texts = Object.fromEntries(Object.entries(form).filter(([, value]) => typeof value === 'string'));
  return json(aDraft({ id: 1, ...texts, featured: false, trending: false, state: 'changed', post_etag: '"1-1"' }), 200, {
    ETag: `"d${version}"`,
  });
};
const asked = (server: FakeServer, route: string, count = 1) => waitFor(() => expect(server.asked(route)).toHaveLength(count));

describe('a form that is left in the pause before its draft', () => {
  it('is kept on the server when another post is opened, and its entry goes with the answer', async () => {
    const server = await open([aPost({ id: 1 }), aPost({ id: 2 })]);
    const line = server.hold(KEEP);
    await edit(1);
    await user.type(field('title_en'), ' mine');
    await edit(2);
    await asked(server, KEEP);
    expect(server.asked(KEEP)[0]?.form).toMatchObject({ title_en: 'Title 1 mine', automatic: 'true' });
    expect(server.asked(KEEP)[0]?.headers.get('If-Match')).toBe('"draft-1-1"');
    expect((await readEntries()).map(({ fields }) => fields.title_en)).toEqual(['Title 1 mine']);
    line.answer(kept(server.asked(KEEP)[0] as Seen, 2));
    await waitFor(async () => expect(await readEntries()).toEqual([]));
    expect(field('title_en')).toHaveValue('Title 2');
  });

  it('is kept on the server when the editor signs out', async () => {
    const server = (await open([aPost({ id: 1 })])).on(LOGOUT, () => json(null, 204));
    const line = server.hold(KEEP);
    await edit(1);
    await user.type(field('title_en'), ' mine');
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await asked(server, KEEP);
    expect(server.asked(KEEP)[0]?.headers.get('Authorization')).toBe('Bearer a');
    expect(server.asked(LOGOUT), 'the session is there until the words have arrived').toEqual([]);
    line.answer(kept(server.asked(KEEP)[0] as Seen, 2));
    await asked(server, LOGOUT);
    await waitFor(async () => expect(await readEntries()).toEqual([]));
  });

  it('makes no empty draft of the form after it: Save draft is about the text that was there', async () => {
    const server = await open([]);
    const line = server.hold(BEGIN);
    await fill();
    await pauseOver();
    await asked(server, BEGIN);
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await act(async () => line.answer(kept(server.asked(BEGIN)[0] as Seen, 1)));
    await pass(300);
    expect(server.asked(BEGIN)).toHaveLength(1);
    expect(screen.getByRole('heading', { name: 'New post' })).toBeVisible();
  });
});

describe('what is read again while the editor writes', () => {
  it('never brings back the words of before the last draft', async () => {
    const events = new FakeEvents();
    const server = await open([aPost({ id: 1 })]);
    let version = 1;
    server.on(KEEP, (request) => kept(request, ++version));
    await edit(1);
    events.site({ revision: 1 });
    await user.type(field('title_en'), ' one');
    await pauseOver();
    await asked(server, KEEP);
    const late = server.hold(DRAFT);
    events.site({ revision: 2 });
    await asked(server, DRAFT, 2);
    await user.type(field('title_en'), ' two');
    await pauseOver();
    await asked(server, KEEP, 2);
    await screen.findByText(/^Draft saved/);
    await act(async () => late.answer(kept(server.asked(KEEP)[0] as Seen, 2)));
    await pass(100);
    expect(field('title_en')).toHaveValue('Title 1 one two');
    await asked(server, DRAFT, 3);
  });
});

describe('a failed publication', () => {
  it.each([409, 500])('%s: does not end the keeping of drafts', async (status) => {
    const server = (await open([aPost({ id: 1 })])).on(UPDATE, () => json({}, status)).on(KEEP, (request) => kept(request, 2));
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await edit(1);
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledOnce());
    await user.type(field('title_en'), ' mine');
    await pauseOver();
    await asked(server, KEEP);
    expect(server.asked(KEEP)[0]?.form).toMatchObject({ title_en: 'Title 1 mine' });
  });

  it('during which was written is followed by a draft of it', async () => {
    const server = (await open([aPost({ id: 1 })])).on(KEEP, (request) => kept(request, 2));
    const line = server.hold(UPDATE);
    await edit(1);
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await asked(server, UPDATE);
    await user.type(field('title_en'), ' mine');
    await pauseOver();
    expect(server.asked(KEEP)).toEqual([]);
    await act(async () => line.answer(json({}, 409)));
    await pauseOver();
    await asked(server, KEEP);
  });
});
