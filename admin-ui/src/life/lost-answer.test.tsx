import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { choose, desk, SEEN, UNSEEN } from '../test/desk';
import { edit, field, signedInWithNothingKept, user } from '../test/posts-page';
import { aDraft, type FakeServer, json } from '../test/server';

const DRAFT = 'GET /api/blog/posts/1/draft/';
const PUBLISH = 'POST /api/blog/posts/1/publish/';
const TAKE_OFF = 'POST /api/blog/posts/1/unpublish/';
const OFF = { live: false, state: 'draft', languages: { az: UNSEEN, en: UNSEEN, ru: UNSEEN } } as const;

beforeEach(signedInWithNothingKept);

const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const has = (server: FakeServer, post: Parameters<typeof aDraft>[0]) =>
  server.on(DRAFT, () => json(aDraft({ id: 1, ...post }), 200, { ETag: '"d2"' }));
const dialog = () => within(screen.getByRole('dialog'));
const press = (name: string) => user.click(dialog().getByRole('button', { name }));

async function asksToTakeOff() {
  const server = await desk({ languages: { az: SEEN, en: SEEN, ru: SEEN }, state: 'published' });
  await edit(1);
  await choose('Take off the site…');
  return server;
}

describe('taking off the site', () => {
  it.each([
    ['its answer is lost', lost],
    ['it is off already', () => json({}, 404)],
  ])('is done where the post is off the site: %s', async (_, answer) => {
    const server = await asksToTakeOff();
    server.on(TAKE_OFF, () => {
      has(server, OFF);
      return answer();
    });
    await press('Take off the site');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText(/has been deleted|No connection/)).toBeNull();
    expect(await screen.findByRole('heading', { name: /^New post *№ 1$/ })).toBeVisible();
  });

  it('is not done where the post is still there, and can be tried again', async () => {
    const server = (await asksToTakeOff()).on(TAKE_OFF, lost);
    await press('Take off the site');
    expect(await dialog().findByText(/^No connection to the server/)).toBeVisible();
    expect(dialog().getByRole('radio', { name: 'Now' })).toBeChecked();
    server.on(TAKE_OFF, () => json({}));
    await press('Take off the site');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('nor where nobody can tell', async () => {
    const server = (await asksToTakeOff()).on(TAKE_OFF, lost).on(DRAFT, lost);
    await press('Take off the site');
    expect(await dialog().findByText(/^No connection to the server/)).toBeVisible();
    expect(server.asked(TAKE_OFF)).toHaveLength(1);
  });

  it('of a post that was deleted is told as that', async () => {
    const server = (await asksToTakeOff()).on(TAKE_OFF, () => json({}, 404));
    has(server, { ...OFF, state: 'trash' });
    await press('Take off the site');
    expect(await dialog().findByText(/^This post has been deleted/)).toBeVisible();
  });

  it('with another address than the post leads to by now is refused as what somebody else changed', async () => {
    const server = (await asksToTakeOff()).on(TAKE_OFF, () => json({}, 404));
    has(server, { ...OFF, redirect_to: null });
    await user.type(field('redirect_to'), '/blog/2/');
    await press('Take off the site');
    expect(await dialog().findByText(/^Somebody changed the post meanwhile/)).toBeVisible();
    expect(screen.queryByText(/has been deleted/)).toBeNull();
  });

  it('is done where the address leads that was typed, as the server writes it', async () => {
    const server = await asksToTakeOff();
    server.on(TAKE_OFF, () => {
      has(server, { ...OFF, redirect_to: '/blog/2/' });
      return lost();
    });
    await user.type(field('redirect_to'), '/en/blog/2');
    await press('Take off the site');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.asked(TAKE_OFF)).toHaveLength(1);
  });

  it('at a time is planned where the post has that plan', async () => {
    const server = await asksToTakeOff();
    await user.click(dialog().getByRole('radio', { name: 'At a time' }));
    await user.clear(field('take_off_at'));
    await user.type(field('take_off_at'), '2999-01-02T09:30');
    const planned = { ...SEEN, unpublish_at: '2999-01-02T05:30:00Z' };
    server.on(TAKE_OFF, () => {
      has(server, { languages: { az: planned, en: planned, ru: planned } });
      return lost();
    });
    await press('Schedule');
    expect(await screen.findByText('The post in all languages: Goes off-line January 2, 2999, 09:30')).toBeVisible();
  });

  it('of a text that was left meanwhile is told to nobody as not done', async () => {
    const server = await asksToTakeOff();
    const line = server.hold(TAKE_OFF);
    await press('Take off the site');
    await waitFor(() => expect(server.asked(TAKE_OFF)).toHaveLength(1));
    await user.click(screen.getByText('Cancel', { selector: '.post-form__actions button' }));
    await screen.findByRole('heading', { name: 'New post' });
    has(server, OFF);
    const looks = server.asked(DRAFT).length;
    const lists = server.asked('GET /api/blog/posts/?state=all&fields=summary').length;
    await act(async () => line.lose());
    await waitFor(() => expect(server.asked(DRAFT).length).toBeGreaterThan(looks));
    await waitFor(() => expect(server.asked('GET /api/blog/posts/?state=all&fields=summary').length).toBeGreaterThan(lists));
    expect(document.querySelector('[data-notice]')).toBeNull();
  });
});

describe('publishing chosen languages', () => {
  const BEFORE = { languages: { az: SEEN, en: SEEN, ru: UNSEEN } } as const;
  const AFTER = { languages: { az: SEEN, en: SEEN, ru: SEEN }, exists: false, state: 'published' } as const;

  async function publishes(after: Parameters<typeof aDraft>[0]) {
    const server = await desk(BEFORE);
    await edit(1);
    await choose('Choose languages and time…');
    server.on(PUBLISH, () => {
      has(server, after);
      return lost();
    });
    await press('Publish');
    return server;
  }

  it('is done where visitors see just these words', async () => {
    await publishes(AFTER);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.querySelector('.generation__steps')).toHaveTextContent(/Saved.*Live/));
  });

  it('and not where they see other ones', async () => {
    await publishes({ ...AFTER, author: 'Orxan' });
    expect(await dialog().findByText(/^No connection to the server/)).toBeVisible();
  });
});

describe('going back', () => {
  const DROP = 'DELETE /api/blog/posts/1/draft/';
  const RESTORE = 'POST /api/blog/posts/1/revisions/4/restore/';
  const version = { number: 4, at: '2026-05-04T08:00:00Z', by: 'aysel', kind: 'auto', languages: [] };

  it('to what is on the site is done where there is no draft any more', async () => {
    const server = await desk({ title_en: 'Changed', state: 'changed' });
    await edit(1);
    server.on(DROP, () => {
      has(server, { exists: false, title_en: 'On the site', state: 'published' });
      return lost();
    });
    await choose('Go back to what is on the site');
    await waitFor(() => expect(field('title_en')).toHaveValue('On the site'));
    expect(document.querySelector('[data-notice]')).toBeNull();
  });

  async function goesBack(after: Parameters<typeof aDraft>[0]) {
    const server = (await desk()).on('GET /api/blog/posts/1/revisions/', () => json([version]));
    server.on('GET /api/blog/posts/1/revisions/4/', () =>
      json({ ...aDraft({ id: 1, title_en: 'Old' }), ...version, live: [] }, 200, { ETag: '"seen-4"' }),
    );
    await edit(1);
    await user.click(screen.getByRole('button', { name: 'History' }));
    await screen.findByRole('heading', { name: 'Title (EN)' });
    server.on(RESTORE, () => {
      has(server, after);
      return lost();
    });
    await press('Go back to this version');
    return server;
  }

  it('to a version is done where the draft is that version', async () => {
    await goesBack({ title_en: 'Old' });
    await waitFor(() => expect(field('title_en')).toHaveValue('Old'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.querySelector('[data-notice]')).toBeNull();
  });

  it('and not where it is another one', async () => {
    await goesBack({ title_en: 'Title 1' });
    expect(await screen.findByText(/^No connection to the server/)).toBeVisible();
  });
});
