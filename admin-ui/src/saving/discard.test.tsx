import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PostFields } from '../form/fields';
import { type Base, baseOfDraft, emptyForm } from '../form/state';
import { entryOf, readEntries, writeEntry } from '../journal/store';
import { edit, field, open, signedInWithNothingKept, user } from '../test/posts-page';
import { renderApp } from '../test/render-app';
import { aDraft, aPost, type FakeServer, json } from '../test/server';

const BEGIN = 'POST /api/blog/drafts/';
const DRAFT = 'GET /api/blog/posts/1/draft/';
const KEEP = 'PUT /api/blog/posts/1/draft/';
const DROP = 'DELETE /api/blog/posts/1/draft/';
const DROP_NEW = 'DELETE /api/blog/posts/7/draft/';
const UNSEEN = { state: 'draft', stale: false, published_at: null, scheduled_at: null, scheduled_action: null } as const;
const NEW = { id: 7, state: 'draft', live: false, exists: true, languages: { az: UNSEEN, en: UNSEEN, ru: UNSEEN } } as const;
const NEW_FIELDS: PostFields = { ...emptyForm('').fields, title_az: 'Vergi', title_en: 'Tax', title_ru: 'Налог', author: 'a' };

beforeEach(signedInWithNothingKept);

const asked = (server: FakeServer, route: string, count = 1) => waitFor(() => expect(server.asked(route)).toHaveLength(count));
const gone = () => waitFor(async () => expect(await readEntries()).toEqual([]));
const discard = () => screen.findByRole('button', { name: /^Delete: / }).then((button) => user.click(button));
const pause = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)));
const seen = (change: object = {}, tag = '"d2"') => json(aDraft({ id: 1, title_en: 'Title 1 mine', state: 'changed', post_etag: '"1-1"', ...change }), 200, { ETag: tag });

/** № 1 as it was opened. */
function before(change: Parameters<typeof aDraft>[0] = {}): Base {
  return baseOfDraft({ value: aDraft({ id: 1, exists: false, post_etag: '"1-1"', ...change }), etag: '"d1"' });
}

/** An offered entry about № 1, whose page sent its words as it was left; the server has № 1 like this now. */
async function offered(now: () => Response, base = before()) {
  const mine = { ...base.fields, title_en: 'Title 1 mine' };
  await writeEntry(entryOf({ ...emptyForm('left'), base, fields: mine, draftsSent: [mine] }));
  const server = (await open([aPost({ id: 1 }), aPost({ id: 2 })])).on(DRAFT, now).on(DROP, () => json(null, 204)).on(KEEP, () => seen({}, '"d3"'));
  await screen.findByText('Unsaved texts were found');
  return server;
}

describe('the words of a post on the site that are thrown away after a reload', () => {
  it('are no changes of it any more, though the page sent them as it went', async () => {
    const server = await open([aPost({ id: 1 })]);
    server.hold(KEEP);
    await edit(1);
    await user.type(field('title_en'), ' mine');
    window.dispatchEvent(new Event('pagehide'));
    await asked(server, KEEP);
    cleanup();
    server.on(DRAFT, () => seen()).on(DROP, () => json(null, 204));
    renderApp('/admin');
    await discard();
    await asked(server, DROP);
    expect(server.asked(DROP)[0]?.headers.get('If-Match')).toBe('"d2"');
    await gone();
  });

  it('give way to the draft that was there before them', async () => {
    const server = await offered(() => seen(), before({ exists: true, title_en: 'Title 1 of monday' }));
    await discard();
    await asked(server, KEEP);
    expect(server.asked(KEEP)[0]?.form).toMatchObject({ title_en: 'Title 1 of monday' });
    expect(server.asked(KEEP)[0]?.headers.get('If-Match')).toBe('"d2"');
    expect(server.asked(DROP)).toEqual([]);
    await gone();
  });

  it.each([
    ['somebody wrote in it since', () => seen({ title_ru: 'Айсель' })],
    ['somebody gave it a picture since', () => seen({ image: '/api/blog/images/9/' })],
    ['part of it was published since', () => seen({ post_etag: '"1-2"' })],
    ['the post was taken off the site since', () => seen({ live: false, state: 'draft' })],
    ['it never arrived', () => seen({ title_en: 'Title 1', exists: false }, '"d1"')],
    ['it says what the site says', () => seen({ title_en: 'Title 1' })],
    ['the post is gone', () => json({}, 404)],
  ])('leave the working copy alone when %s', async (_what, now) => {
    const server = await offered(now);
    await discard();
    await gone();
    expect(server.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(document.querySelector('[data-notice]')).toBeNull();
  });

  it('go from this browser alone when somebody is quicker', async () => {
    (await offered(() => seen())).on(DROP, () => json({}, 412));
    await discard();
    await gone();
    expect(document.querySelector('[data-notice]')).toBeNull();
  });

  it('stay offered while nobody can tell what the server has of them', async () => {
    const server = await offered(() => json({}, 503));
    await discard();
    expect(await screen.findByText('The server had a problem. Nothing is lost; try again in a moment.')).toBeVisible();
    expect(await readEntries()).toHaveLength(1);
    server.on(DRAFT, () => seen());
    await discard();
    await asked(server, DROP);
    await gone();
  });
});

describe('the answer about words that are thrown away', () => {
  async function waiting() {
    const server = await offered(() => seen());
    const line = server.hold(DRAFT);
    await discard();
    await asked(server, DRAFT);
    return { server, line };
  }

  it('touches no other post that was opened before it', async () => {
    const { server, line } = await waiting();
    await edit(2);
    await user.type(field('title_en'), '!');
    await act(async () => line.answer(seen()));
    await asked(server, DROP);
    await waitFor(async () => expect((await readEntries()).map(({ base }) => base?.id)).toEqual([2]));
    expect(field('title_en')).toHaveValue('Title 2!');
  });

  it('is no problem of another post that was opened before it', async () => {
    const { line } = await waiting();
    await edit(2);
    await act(async () => line.answer(json({}, 503)));
    await pause(100);
    expect(document.querySelector('[data-notice]')).toBeNull();
    expect(await readEntries()).toHaveLength(1);
  });

  it('takes nothing from whoever took them up again', async () => {
    const { server, line } = await waiting();
    await user.click(screen.getByRole('button', { name: /^Continue: / }));
    await waitFor(() => expect(field('title_en')).toHaveValue('Title 1 mine'));
    await act(async () => line.answer(seen()));
    await pause(100);
    expect(server.asked(DROP)).toEqual([]);
    expect(field('title_en')).toHaveValue('Title 1 mine');
    expect(await readEntries()).toHaveLength(1);
  });

  it('takes nothing from a form that has the draft itself by then', async () => {
    const { server, line } = await waiting();
    server.on(DRAFT, () => seen());
    await edit(1);
    await act(async () => line.answer(seen()));
    await gone();
    expect(server.asked(DROP)).toEqual([]);
    expect(field('title_en')).toHaveValue('Title 1 mine');
  });
});

describe('a new text that is thrown away after a reload', () => {
  const begun = (change: object = {}) => aDraft({ ...NEW_FIELDS, ...NEW, ...change });
  async function offeredNew(listed: boolean) {
    await writeEntry(entryOf({ ...emptyForm('left'), fields: NEW_FIELDS, draftsSent: [NEW_FIELDS] }));
    const server = await open([aPost({ id: 2 }), ...(listed ? [begun()] : [])]);
    server.on(DROP_NEW, () => json(null, 204));
    await screen.findByText('Unsaved texts were found');
    return server;
  }

  it('takes the draft along that it became as its page went', async () => {
    const server = (await offeredNew(true)).on(BEGIN, () => json(begun(), 200, { ETag: '"d1"' }));
    await discard();
    await asked(server, DROP_NEW);
    expect(server.asked(BEGIN).map(({ headers, form }) => [headers.get('Idempotency-Key'), form['title_en']])).toEqual([['draft-left', 'Tax']]);
    expect(server.asked(DROP_NEW)[0]?.headers.get('If-Match')).toBe('"d1"');
    await gone();
  });

  it('makes no draft to throw that away where it became none', async () => {
    const server = await offeredNew(false);
    await discard();
    await gone();
    expect(server.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it.each([
    ['somebody wrote in since', () => json(begun({ title_ru: 'Айсель' }), 200, { ETag: '"d5"' })],
    ['went live since', () => json(begun({ live: true, state: 'published' }), 200, { ETag: '"d5"' })],
    ['other words made under its key', () => json({ type: 'urn:problem:idempotency-key-reused' }, 422)],
  ])('leaves a draft that %s', async (_what, answer) => {
    const server = (await offeredNew(true)).on(BEGIN, answer);
    await discard();
    await gone();
    expect(server.asked(DROP_NEW)).toEqual([]);
    expect(server.asked(BEGIN)).toHaveLength(1);
  });

  it('touches no other text that was begun before the answer', async () => {
    const server = await offeredNew(true);
    const line = server.hold(BEGIN);
    await discard();
    await asked(server, BEGIN);
    await user.type(field('title_az'), 'Başqa');
    await act(async () => line.answer(json(begun(), 200, { ETag: '"d1"' })));
    await asked(server, DROP_NEW);
    await waitFor(async () => expect((await readEntries()).map(({ sitting }) => sitting)).not.toContain('left'));
    expect(field('title_az')).toHaveValue('Başqa');
  });
});
