import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PostFields } from '../form/fields';
import { type Attempt, baseOf, contentOf, emptyForm } from '../form/state';
import { entryOf, readEntries, writeEntry } from '../journal/store';
import { edit, field, fill, open, POST, saved, signedInWithNothingKept, user } from '../test/posts-page';
import { renderApp } from '../test/render-app';
import { aDraft, aPost, type FakeServer, json, type Seen } from '../test/server';

const BEGIN = 'POST /api/blog/drafts/';
const DRAFT = 'GET /api/blog/posts/7/draft/';
const KEEP = 'PUT /api/blog/posts/7/draft/';
const PUBLISH = 'POST /api/blog/posts/7/publish/';
const UNSEEN = { state: 'draft', stale: false, differs: false, published_at: null, scheduled_at: null, scheduled_action: null } as const;
const NEW = { id: 7, state: 'draft', live: false, post_etag: null, languages: { az: UNSEEN, en: UNSEEN, ru: UNSEEN } } as const;
const FIELDS: PostFields = { ...emptyForm('').fields, title_az: 'Vergi', title_en: 'Tax', title_ru: 'Налог', author: 'a' };

beforeEach(signedInWithNothingKept);

const texts = ({ form }: Seen) => Object.fromEntries(Object.entries(form).filter(([, value]) => typeof value === 'string'));
const kept = (request: Seen, tag: string) =>
  json(aDraft({ ...texts(request), featured: false, trending: false, ...NEW }), 200, { ETag: tag });
const asked = (server: FakeServer, route: string, count = 1) => waitFor(() => expect(server.asked(route)).toHaveLength(count));
const resume = () => screen.findByRole('button', { name: /^Continue: / }).then((button) => user.click(button));
const create = () => user.click(screen.getByRole('button', { name: 'Create' }));
const created = () => waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yaradıldı!'));

/** An entry of a new text whose words went off as a draft when their page was left; № 7 is that draft. */
async function continued(attempt: Attempt | null = null) {
  await writeEntry(entryOf({ ...emptyForm('left'), fields: FIELDS, draftsSent: [FIELDS], attempt }));
  const server = (await open([])).on(BEGIN, (request) => kept(request, '"d1"'));
  server.on(KEEP, (request) => kept(request, '"d2"')).on(PUBLISH, () => json(aPost({ id: 7 }), 200, { ETag: '"7-1"' }));
  await resume();
  await waitFor(() => expect(field('title_az')).toHaveValue('Vergi'));
  return server;
}

describe('a text that was taken up again', () => {
  it('is kept on the server without another key', async () => {
    const post = aPost({ id: 7 });
    const base = { ...baseOf({ value: post, etag: '"7-1"' }), draft: '"d1"' };
    await writeEntry(entryOf({ ...emptyForm('left'), base, fields: { ...base.fields, title_en: 'Mine' } }));
    const server = (await open([post])).on(KEEP, (request) => kept(request, '"d2"'));
    await resume();
    await asked(server, KEEP);
    expect(server.asked(KEEP)[0]?.form).toMatchObject({ title_en: 'Mine', automatic: 'true' });
    await waitFor(async () => expect(await readEntries()).toEqual([]));
  });

  it('asks for the draft that its page began as it was left, by the same words and key', async () => {
    const server = await continued();
    await user.type(field('title_en'), ' law');
    await asked(server, KEEP);
    expect(server.asked(BEGIN).map(({ headers, form }) => [headers.get('Idempotency-Key'), form['title_en']])).toEqual([
      ['draft-left', 'Tax'],
    ]);
    expect(server.asked(KEEP)[0]?.form).toMatchObject({ title_en: 'Tax law' });
    expect(server.asked(KEEP)[0]?.headers.get('If-Match')).toBe('"d1"');
  });
});

describe('Create, after the page was left in the pause before the first draft', () => {
  it('publishes the draft that went off with the page: no post is made beside it', async () => {
    const server = await open([]);
    const line = server.hold(BEGIN);
    await fill();
    window.dispatchEvent(new Event('pagehide'));
    cleanup();
    line.lose();
    server.on(BEGIN, (request) => kept(request, '"d1"')).on(KEEP, (request) => kept(request, '"d2"'));
    server.on(PUBLISH, () => json(aPost({ id: 7 }), 200, { ETag: '"7-1"' }));
    renderApp('/admin');
    await resume();
    await create();
    await created();
    const [left, again] = server.asked(BEGIN);
    expect(left?.keepalive).toBe(true);
    expect(again?.headers.get('Idempotency-Key')).toBe(left?.headers.get('Idempotency-Key'));
    expect(again?.form).toEqual(left?.form);
    expect(server.asked(PUBLISH)[0]?.headers.get('If-Match')).toBe('"d2"');
    expect(server.asked(POST)).toEqual([]);
    await waitFor(async () => expect(await readEntries()).toEqual([]));
  });

  it('goes live also when another post was opened before the draft was answered for, which stays as it is', async () => {
    await writeEntry(entryOf({ ...emptyForm('left'), fields: FIELDS, draftsSent: [FIELDS] }));
    const server = (await open([aPost({ id: 1 })]))
      .on(KEEP, (request) => kept(request, '"d2"'))
      .on(PUBLISH, () => json(aPost({ id: 7 }), 200, { ETag: '"7-1"' }));
    const line = server.hold(BEGIN);
    await resume();
    await waitFor(() => expect(field('title_az')).toHaveValue('Vergi'));
    await create();
    await asked(server, BEGIN);
    await edit(1);
    await waitFor(() => expect(field('title_az')).toHaveValue('Başlıq 1'));
    line.answer(json(aDraft({ ...FIELDS, ...NEW }), 200, { ETag: '"d1"' }));
    await asked(server, PUBLISH);
    await waitFor(async () => expect(await readEntries()).toEqual([]));
    expect(field('title_az')).toHaveValue('Başlıq 1');
    expect(server.asked(POST)).toEqual([]);
  });

  it.each([503, 403])('%s: creates the post as ever when no draft can be had', async (status) => {
    const server = (await continued()).on(BEGIN, () => json({}, status)).on(POST, (request) => json(saved(request, 9), 201));
    await create();
    await created();
    expect(server.asked(POST)).toHaveLength(1);
  });

  it('puts the draft into the trash when the post itself was asked for before, and may be there', async () => {
    const server = await continued({ key: 'first', sent: [contentOf({ fields: FIELDS, image: null, imageRemoved: false })] });
    server
      .on(POST, (request) => json(saved(request, 9), 201, { 'Idempotency-Replayed': 'true' }))
      .on('DELETE /api/blog/posts/7/draft/', () => json(null, 204));
    await create();
    await created();
    expect(server.asked(POST)[0]?.headers.get('Idempotency-Key')).toBe('first');
    await asked(server, 'DELETE /api/blog/posts/7/draft/');
    expect(server.asked(PUBLISH)).toEqual([]);
  });
});

describe('a draft that somebody wrote in since its page was left', () => {
  const theirs = (change: object) => json(aDraft({ ...FIELDS, ...NEW, edited_by: 'aysel', ...change }), 200, { ETag: '"d7"' });
  async function met(change: object) {
    const server = (await continued()).on(BEGIN, () => theirs(change)).on(DRAFT, () => theirs(change));
    return server.on(KEEP, (request) => (request.headers.get('If-Match') === '"d7"' ? kept(request, '"d8"') : json({}, 412)));
  }

  it('keeps both where they do not overlap, in the form as well', async () => {
    const server = await met({ title_ru: 'Айсель' });
    await user.type(field('title_en'), ' law');
    expect(await screen.findByText(/Meanwhile aysel changed the post as well/)).toBeVisible();
    await waitFor(() => expect(server.asked(KEEP).at(-1)?.form).toMatchObject({ title_en: 'Tax law', title_ru: 'Айсель' }));
    expect(field('title_ru')).toHaveValue('Айсель');
  });

  it('goes live with the words of both', async () => {
    const server = await met({ title_ru: 'Айсель' });
    await create();
    await created();
    expect(server.asked(KEEP).at(-1)?.form).toMatchObject({ title_en: 'Tax', title_ru: 'Айсель' });
    expect(server.asked(PUBLISH)).toHaveLength(1);
    expect(server.asked(POST)).toEqual([]);
  });

  it('is compared first where both wrote', async () => {
    const server = await met({ title_en: 'Theirs' });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await user.type(field('title_en'), ' law');
    await create();
    expect(await screen.findByRole('dialog', { name: 'This post has changed meanwhile' })).toBeVisible();
    expect(server.asked(PUBLISH)).toEqual([]);
    expect(server.asked(POST)).toEqual([]);
  });
});
