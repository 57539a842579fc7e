import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ALERTS } from '../i18n/fixed';
import { readEntries } from '../journal/store';
import { ownTimers, pass } from '../test/pause';
import { edit, field, fill, open, POST, saved, signedInWithNothingKept, user } from '../test/posts-page';
import { aDraft, aPost, type FakeServer, json, type Seen } from '../test/server';

const BEGIN = 'POST /api/blog/drafts/';
const KEEP = 'PUT /api/blog/posts/1/draft/';
const DRAFT = 'GET /api/blog/posts/1/draft/';
const DROP = 'DELETE /api/blog/posts/1/draft/';
const UNSEEN = { state: 'draft', stale: false, published_at: null, scheduled_at: null, scheduled_action: null } as const;
const NEW = { state: 'draft', live: false, languages: { az: UNSEEN, en: UNSEEN, ru: UNSEEN } } as const;

beforeEach(signedInWithNothingKept);
ownTimers();

const texts = ({ form }: Seen) => Object.fromEntries(Object.entries(form).filter(([, value]) => typeof value === 'string'));
const kept = (request: Seen, version: number, change = {}) =>
  json(aDraft({ id: 1, ...texts(request), featured: false, trending: false, state: 'changed', post_etag: '"1-1"', ...change }), 200, {
    ETag: `"d${version}"`,
  });
const asked = (server: FakeServer, route: string, count = 1) =>
  waitFor(() => expect(server.asked(route)).toHaveLength(count), { timeout: 8000 });
const cancel = () => user.click(screen.getByRole('button', { name: 'Cancel' }));
const offer = () =>
  waitFor(() => expect(document.querySelector('[data-notice=draftKept]')).not.toBeNull()).then(() =>
    within(document.querySelector<HTMLElement>('[data-notice=draftKept]') as HTMLElement),
  );

describe('a form that is cancelled', () => {
  it('is empty at once; its words are a draft, which can be thrown away', async () => {
    const server = (await open([])).on(BEGIN, (request) => kept(request, 1, NEW)).on(DROP, () => json(null, 204));
    await fill();
    await cancel();
    expect(field('title_az')).toHaveValue('');
    const notice = await offer();
    expect(notice.getByText('“new title_az” stays as a draft')).toBeVisible();
    expect(server.asked(BEGIN)[0]?.form).toMatchObject({ title_en: 'new title_en', automatic: 'true' });
    await waitFor(async () => expect(await readEntries()).toEqual([]));
    await user.click(notice.getByRole('button', { name: 'Discard the draft' }));
    expect(await screen.findByText('“new title_az” is in the trash')).toBeVisible();
    expect(server.asked(DROP)[0]?.headers.get('If-Match')).toBe('"d1"');
  });

  it('of a post on the site leaves changes, which can be thrown away or taken up again', async () => {
    const server = (await open([aPost({ id: 1 })])).on(KEEP, (request) => kept(request, 2)).on(DROP, () => json(null, 204));
    await edit(1);
    await user.type(field('title_en'), ' mine');
    await cancel();
    expect((await offer()).getByText('The site shows the post as before.')).toBeVisible();
    server.on(DRAFT, () => json(aDraft({ id: 1, title_en: 'Title 1 mine', post_etag: '"1-1"' }), 200, { ETag: '"d2"' }));
    await user.click((await offer()).getByRole('button', { name: 'Go on writing' }));
    await waitFor(() => expect(field('title_en')).toHaveValue('Title 1 mine'));
    await user.type(field('title_en'), '!');
    await cancel();
    await user.click((await offer()).getByRole('button', { name: 'Discard what was written now' }));
    await asked(server, KEEP, 3);
    expect(server.asked(KEEP)[2]?.form).toMatchObject({ title_en: 'Title 1 mine' });
    expect(server.asked(KEEP)[2]?.headers.get('If-Match')).toBe('"d2"');
    expect(await screen.findByText('“Başlıq 1”: what was written is discarded')).toBeVisible();
    expect(server.asked(DROP)).toEqual([]);
  });

  it('without a word written in it says nothing, also of an earlier draft', async () => {
    const server = await open([aPost({ id: 1 })]);
    server.on(DRAFT, () => json(aDraft({ id: 1 }), 200, { ETag: '"d1"' }));
    await edit(1);
    await cancel();
    await pass(300);
    expect(document.querySelector('[data-notice]')).toBeNull();
    expect(server.asked(KEEP)).toEqual([]);
  });

  it('is told about no more when its answer finds the editor at another text', async () => {
    const server = await open([aPost({ id: 1 }), aPost({ id: 2 })]);
    const line = server.hold(KEEP);
    await edit(1);
    await user.type(field('title_en'), ' mine');
    await cancel();
    await asked(server, KEEP);
    await edit(2);
    await act(async () => line.answer(kept(server.asked(KEEP)[0] as Seen, 2)));
    await waitFor(async () => expect(await readEntries()).toEqual([]));
    expect(document.querySelector('[data-notice]')).toBeNull();
    expect(field('title_en')).toHaveValue('Title 2');
  });

  it('stays with this browser where the server cannot be reached', async () => {
    await open([aPost({ id: 1 })]);
    await edit(1);
    await user.type(field('title_en'), ' mine');
    await cancel();
    expect(await screen.findByText('Unsaved texts were found')).toBeVisible();
    expect(document.querySelector('[data-notice]')).toBeNull();
  });
});

describe('a page that is closed', () => {
  it('sends its last words behind it, and keeps them as well', async () => {
    const server = await open([aPost({ id: 1 })]);
    server.hold(KEEP);
    await edit(1);
    await user.type(field('title_en'), ' mine');
    window.dispatchEvent(new Event('pagehide'));
    await asked(server, KEEP);
    expect(server.asked(KEEP)[0]).toMatchObject({ keepalive: true, form: { title_en: 'Title 1 mine', automatic: 'true' } });
    // An answer that nobody hears is recognised by what was sent.
    await waitFor(async () =>
      expect((await readEntries()).map(({ draftsSent }) => draftsSent?.map((sent) => sent.title_en))).toEqual([['Title 1 mine']]),
    );
  });
});

describe('a creation without an answer', () => {
  it('is a draft meanwhile; the next attempt asks for the post under its key, and the draft goes', async () => {
    const server = (await open([]))
      .on(BEGIN, (request) => kept(request, 1, { ...NEW, id: 5 }))
      .on('DELETE /api/blog/posts/5/draft/', () => json(null, 204));
    const line = server.hold(POST);
    await fill();
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await asked(server, POST);
    await act(async () => line.lose());
    await asked(server, BEGIN);
    expect(await screen.findByRole('heading', { name: /^New post *№ 5$/ })).toBeVisible();
    server.on(POST, (request) => json(saved(request, 9), 201, { ETag: '"9-1"', 'Idempotency-Replayed': 'true' }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await asked(server, 'DELETE /api/blog/posts/5/draft/');
    const [first, second] = server.asked(POST);
    expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
    expect(server.asked('POST /api/blog/posts/5/publish/')).toEqual([]);
    await waitFor(() => expect(field('title_az')).toHaveValue(''));
    await waitFor(() => expect(vi.mocked(window.alert).mock.calls).toEqual([[ALERTS.createFailed], [ALERTS.created]]));
  });
});
