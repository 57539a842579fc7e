import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PostFields } from '../form/fields';
import { type Base, baseOfDraft, emptyForm } from '../form/state';
import { entryOf, readEntries, writeEntry } from '../journal/store';
import { ownTimers, pass } from '../test/pause';
import { edit, field, open, signedInWithNothingKept, user } from '../test/posts-page';
import { renderApp } from '../test/render-app';
import { aDraft, aPost, type FakeServer, json } from '../test/server';

const BEGIN = 'POST /api/blog/drafts/';
const DRAFT = 'GET /api/blog/posts/1/draft/';
const APPROVAL = 'GET /api/blog/posts/1/approval/';
const APPROVAL_NEW = 'GET /api/blog/posts/7/approval/';
const KEEP = 'PUT /api/blog/posts/1/draft/';
const DROP = 'DELETE /api/blog/posts/1/draft/';
const DROP_NEW = 'DELETE /api/blog/posts/7/draft/';
const UNSEEN = { state: 'draft', stale: false, published_at: null, scheduled_at: null, scheduled_action: null } as const;
const NEW = { id: 7, state: 'draft', live: false, exists: true, languages: { az: UNSEEN, en: UNSEEN, ru: UNSEEN } } as const;
const NEW_FIELDS: PostFields = { ...emptyForm('').fields, title_az: 'Vergi', title_en: 'Tax', title_ru: 'Налог', author: 'a' };

beforeEach(signedInWithNothingKept);
ownTimers();

const asked = (server: FakeServer, route: string, count = 1) => waitFor(() => expect(server.asked(route)).toHaveLength(count));
const gone = () => waitFor(async () => expect(await readEntries()).toEqual([]));
const discard = () => screen.findByRole('button', { name: /^Delete: / }).then((button) => user.click(button));
const notice = () => document.querySelector<HTMLElement>('[data-notice]');
/** What is asked for a draft; `changed`: of other words than it has now. */
const request = (changed = false) =>
  json({ approval: { languages: ['az'], note: '', asked_at: '2026-11-01T08:00:00Z', asked_by: 'aygun', changed, returned: null } });
const nothingAsked = () => json({ approval: null });
const LATER = '2026-12-01T05:00:00Z';
const PLANNED = { ...UNSEEN, state: 'scheduled', scheduled_at: LATER, scheduled_action: 'publish' } as const;
const SEEN = { ...UNSEEN, state: 'published', published_at: '2026-03-05T08:00:00Z' } as const;
const LEAVING = { ...SEEN, scheduled_at: LATER, scheduled_action: 'unpublish' } as const;
const seen = (change: object = {}, tag = '"d2"') =>
  json(aDraft({ id: 1, title_en: 'Title 1 mine', state: 'changed', post_etag: '"1-1"', ...change }), 200, { ETag: tag });

/** № 1 as it was opened. */
function before(change: Parameters<typeof aDraft>[0] = {}): Base {
  return baseOfDraft({ value: aDraft({ id: 1, exists: false, post_etag: '"1-1"', ...change }), etag: '"d1"' });
}

/** An offered entry about № 1, whose page sent its words as it was left; the server has № 1 like this now. */
async function offered(now: () => Response, base = before()) {
  const mine = { ...base.fields, title_en: 'Title 1 mine' };
  await writeEntry(entryOf({ ...emptyForm('left'), base, fields: mine, draftsSent: [mine] }));
  const server = (await open([aPost({ id: 1 }), aPost({ id: 2 })]))
    .on(DRAFT, now)
    .on(APPROVAL, nothingAsked)
    .on(DROP, () => json(null, 204))
    .on(KEEP, () => seen({}, '"d3"'));
  await screen.findByText('Unsaved texts were found');
  return server;
}

describe('the words of a post on the site that are thrown away after a reload', () => {
  it('are no changes of it any more, though the page sent them as it went', async () => {
    const server = await open([aPost({ id: 1 })]);
    const line = server.hold(KEEP);
    await edit(1);
    await user.type(field('title_en'), ' mine');
    window.dispatchEvent(new Event('pagehide'));
    await asked(server, KEEP);
    cleanup();
    server
      .on(DRAFT, () => seen())
      .on(APPROVAL, nothingAsked)
      .on(DROP, () => json(null, 204));
    renderApp('/admin');
    // A page that went holds nothing; this one would hold the entry until its call is given up, half a minute.
    line.lose();
    await discard();
    await asked(server, DROP);
    expect(server.asked(DROP)[0]?.headers.get('If-Match')).toBe('"d2"');
    await gone();
    await waitFor(() => expect(notice()).toHaveTextContent('“Başlıq 1”: what was written is discarded'));
  });

  it('give way to the draft that was there before them', async () => {
    const server = await offered(() => seen(), before({ exists: true, title_en: 'Title 1 of monday' }));
    await discard();
    await asked(server, KEEP);
    expect(server.asked(KEEP)[0]?.form).toMatchObject({ title_en: 'Title 1 of monday' });
    expect(server.asked(KEEP)[0]?.headers.get('If-Match')).toBe('"d2"');
    expect(server.asked(DROP)).toEqual([]);
    await gone();
    await waitFor(() => expect(notice()?.dataset['notice']).toBe('draftDropped'));
  });

  it('give way to it as well where its plans, its link and what is asked for it are of that time', async () => {
    const then = { exists: true, title_en: 'Title 1 of monday', shared_until: LATER, languages: { az: PLANNED, en: LEAVING, ru: SEEN } };
    const server = await offered(() => seen({ ...then, title_en: 'Title 1 mine' }), before(then));
    server.on(APPROVAL, () => request(true));
    await discard();
    await asked(server, KEEP);
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
    ['somebody else saved the same words since', () => seen({ edited_by: 'aysel' })],
    ['it is planned since', () => seen({ languages: { az: SEEN, en: PLANNED, ru: SEEN } })],
    ['the post is planned to go since', () => seen({ languages: { az: SEEN, en: LEAVING, ru: SEEN } })],
    ['a link shows it since', () => seen({ shared_until: LATER })],
  ])('leave the working copy alone when %s', async (_what, now) => {
    const server = await offered(now);
    await discard();
    await gone();
    expect(server.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(document.querySelector('[data-notice]')).toBeNull();
  });

  it.each([
    ['', false],
    [', of words of before that no draft goes back to', true],
  ])('leave the working copy alone when an editor is asked for it%s', async (_what, changed) => {
    const server = await offered(() => seen());
    server.on(APPROVAL, () => request(changed));
    await discard();
    await gone();
    expect(server.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(notice()).toBeNull();
  });

  it('stay offered while nobody can tell what is asked for them', async () => {
    const server = await offered(() => seen());
    server.on(APPROVAL, () => json({}, 503));
    await discard();
    expect(await screen.findByText('The server had a problem. Nothing is lost; try again in a moment.')).toBeVisible();
    expect(await readEntries()).toHaveLength(1);
    expect(server.asked(DROP)).toEqual([]);
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
    await pass(100);
    expect(notice()).toBeNull();
  });

  it('is no problem of another post that was opened before it', async () => {
    const { line } = await waiting();
    await edit(2);
    await act(async () => line.answer(json({}, 503)));
    await pass(100);
    expect(document.querySelector('[data-notice]')).toBeNull();
    expect(await readEntries()).toHaveLength(1);
  });

  it('takes nothing from whoever took them up again', async () => {
    const { server, line } = await waiting();
    await user.click(screen.getByRole('button', { name: /^Continue: / }));
    await waitFor(() => expect(field('title_en')).toHaveValue('Title 1 mine'));
    await act(async () => line.answer(seen()));
    await pass(100);
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
  async function offeredNew(listed: boolean, fields = NEW_FIELDS, savedAt = Date.now()) {
    await writeEntry({ ...entryOf({ ...emptyForm('left'), fields, draftsSent: [fields] }), savedAt });
    const server = await open([aPost({ id: 2 }), ...(listed ? [begun({ ...fields })] : [])]);
    server.on(DROP_NEW, () => json(null, 204)).on(APPROVAL_NEW, nothingAsked);
    await screen.findByText('Unsaved texts were found');
    return server;
  }

  it('takes the draft along that it became as its page went', async () => {
    const server = (await offeredNew(true)).on(BEGIN, () => json(begun(), 200, { ETag: '"d1"' }));
    await discard();
    await asked(server, DROP_NEW);
    expect(server.asked(BEGIN).map(({ headers, form }) => [headers.get('Idempotency-Key'), form['title_en']])).toEqual([
      ['draft-left', 'Tax'],
    ]);
    expect(server.asked(DROP_NEW)[0]?.headers.get('If-Match')).toBe('"d1"');
    await gone();
    await waitFor(() => expect(notice()).toHaveTextContent('“Vergi” is in the trash'));
  });

  const untitled = { ...NEW_FIELDS, title_az: '', title_en: ' ', title_ru: '' };
  it.each([
    ['has no title, which tells no draft from another', untitled, 0],
    ['is so old that the server does not know its key any more', NEW_FIELDS, 13.5],
  ])('makes no draft where it %s', async (_what, fields, days) => {
    const server = await offeredNew(true, fields, Date.now() - days * 24 * 3600e3);
    server.on(BEGIN, () => json(begun({ ...fields, id: 8 }), 201, { ETag: '"d1"' }));
    await discard();
    await gone();
    expect(server.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('is still asked for by its key at twelve days', async () => {
    const server = (await offeredNew(true, NEW_FIELDS, Date.now() - 12 * 24 * 3600e3)).on(BEGIN, () =>
      json(begun(), 200, { ETag: '"d1"' }),
    );
    await discard();
    await asked(server, DROP_NEW);
  });

  it('makes no draft to throw that away where it became none', async () => {
    const server = await offeredNew(false);
    await discard();
    await gone();
    expect(server.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it.each([
    ['somebody wrote in since', () => json(begun({ title_ru: 'Айсель' }), 200, { ETag: '"d5"' })],
    ['somebody else saved since', () => json(begun({ edited_by: 'aysel' }), 200, { ETag: '"d5"' })],
    [
      'is planned since',
      () => json(begun({ state: 'scheduled', languages: { az: PLANNED, en: UNSEEN, ru: UNSEEN } }), 200, { ETag: '"d1"' }),
    ],
    ['a link shows since', () => json(begun({ shared_until: LATER }), 200, { ETag: '"d1"' })],
    ['went live since', () => json(begun({ live: true, state: 'published' }), 200, { ETag: '"d5"' })],
    ['other words made under its key', () => json({ type: 'urn:problem:idempotency-key-reused' }, 422)],
  ])('leaves a draft that %s', async (_what, answer) => {
    const server = (await offeredNew(true)).on(BEGIN, answer);
    await discard();
    await gone();
    expect(server.asked(DROP_NEW)).toEqual([]);
    expect(server.asked(BEGIN)).toHaveLength(1);
  });

  it.each([
    ['waits', false],
    ['waits, of earlier words', true],
  ])('leaves a draft for which a request %s', async (_what, changed) => {
    const server = (await offeredNew(true)).on(BEGIN, () => json(begun(), 200, { ETag: '"d1"' })).on(APPROVAL_NEW, () => request(changed));
    await discard();
    await gone();
    expect(server.asked(DROP_NEW)).toEqual([]);
    expect(notice()).toBeNull();
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
