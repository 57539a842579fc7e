import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { choose, desk, PLANNED, SEEN } from '../test/desk';
import { edit, field, signedInWithNothingKept, user } from '../test/posts-page';
import { aDraft, aPost, json } from '../test/server';

const PUBLISH = 'POST /api/blog/posts/1/publish/';
const CANCEL = 'DELETE /api/blog/posts/1/schedule/';
const LIVE = '.generation__steps';
const noticed = () => document.querySelector('[data-notice]');

beforeEach(signedInWithNothingKept);

async function plan() {
  await choose('Choose languages and time…');
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('checkbox', { name: /Russian/ }));
  await user.click(dialog.getByRole('radio', { name: 'At a time' }));
  await user.clear(field('publish_at'));
  await user.type(field('publish_at'), '2999-01-02T09:30');
  await user.click(dialog.getByRole('button', { name: 'Schedule' }));
}

it('what is planned is said with its time, and nothing is called saved or live', async () => {
  (await desk()).on(PUBLISH, () => json(aPost({ id: 1 }), 202));
  await edit(1);
  await plan();
  const told = await screen.findByText('Russian: Goes live January 2, 2999, 09:30');
  expect(told.closest('[role=status]')).toHaveTextContent('Scheduled');
  expect(document.querySelector(LIVE)).toHaveTextContent(/^The site is up to date$/);
});

it('a plan that is answered when another post is open is not told beside that one', async () => {
  const server = await desk();
  const held = server.hold(PUBLISH);
  await edit(1);
  await plan();
  await waitFor(() => expect(server.asked(PUBLISH)).toHaveLength(1));
  await user.click(screen.getByText('Cancel', { selector: '.post-form__actions button' }));
  await screen.findByRole('heading', { name: 'New post' });
  const lists = server.asked('GET /api/blog/posts/?state=all&fields=summary').length;
  await act(async () => held.answer(json(aPost({ id: 1 }), 202)));
  await waitFor(() => expect(server.asked('GET /api/blog/posts/?state=all&fields=summary').length).toBeGreaterThan(lists));
  expect(noticed()).toBeNull();
});

it('taking off the site at a time is said so, with the language', async () => {
  (await desk()).on('POST /api/blog/posts/1/unpublish/', () => json({ planned: true }, 202));
  await edit(1);
  await choose('Take off the site…');
  await user.click(screen.getByRole('radio', { name: 'English' }));
  await user.click(screen.getByRole('radio', { name: 'At a time' }));
  await user.clear(field('take_off_at'));
  await user.type(field('take_off_at'), '2999-01-02T09:30');
  await user.click(screen.getByRole('button', { name: 'Schedule' }));
  expect(await screen.findByText('English: Goes off-line January 2, 2999, 09:30')).toBeVisible();
  expect(document.querySelector(LIVE)).toHaveTextContent(/^The site is up to date$/);
});

it('the only plan that is cancelled is said to be', async () => {
  (await desk()).on(CANCEL, () => json(null, 204));
  await edit(1);
  await choose('Cancel the schedule');
  expect((await screen.findByText('The plan is cancelled')).closest('[role=status]')).toBeVisible();
  expect(document.querySelector(LIVE)).toHaveTextContent(/^The site is up to date$/);
});

it('so are all of several, once their dialog has gone', async () => {
  const both = { ...PLANNED, publish_at: '2026-12-01T05:00:00Z', unpublish_at: '2026-12-24T05:00:00Z' };
  const server = (await desk({ languages: { az: SEEN, en: SEEN, ru: both } })).on(CANCEL, () => json(null, 204));
  await edit(1);
  await choose('Plans…');
  server.on('GET /api/blog/posts/1/draft/', () =>
    json(aDraft({ id: 1, languages: { az: SEEN, en: SEEN, ru: SEEN } }), 200, { ETag: '"d1"' }),
  );
  await user.click(screen.getByRole('button', { name: 'Cancel all plans' }));
  expect(await screen.findByText('All plans are cancelled')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a link for approval is said to be ready where it is shown, and calls nothing live', async () => {
  const server = (await desk()).on('POST /api/blog/posts/1/share/', () =>
    json({ url: '/shared/abc/', expires_at: '2026-12-08T05:00:00Z' }, 201),
  );
  await edit(1);
  await choose('Link for approval…');
  server.on('GET /api/blog/posts/1/draft/', () => json(aDraft({ id: 1, shared_until: '2026-12-08T05:00:00Z' }), 200, { ETag: '"d1"' }));
  await user.click(screen.getByRole('button', { name: 'Make a link' }));
  expect(await screen.findByText('The link is ready.')).toHaveAttribute('role', 'status');
  expect(document.querySelector(LIVE)).toHaveTextContent(/^The site is up to date$/);
});

it('what goes live now is followed to the site', async () => {
  (await desk()).on(PUBLISH, () => json(aPost({ id: 1 })));
  await edit(1);
  await choose('Choose languages and time…');
  await user.click(within(screen.getByRole('dialog')).getByRole('checkbox', { name: /English/ }));
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(document.querySelector(LIVE)).toHaveTextContent(/Saved.*Live/));
  expect(noticed()).toBeNull();
});
