import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { choose, desk, SEEN, UNSEEN } from '../test/desk';
import { edit, field, signedInWithNothingKept, user } from '../test/posts-page';
import { aDraft, aPost, json } from '../test/server';

const PUBLISH = 'POST /api/blog/posts/1/publish/';
const POST = { id: 1, languages: { az: SEEN, en: SEEN, ru: UNSEEN } } as const;

beforeEach(signedInWithNothingKept);

/** A server with a clock of its own; the dialog is open, and asks for a time. */
async function dialogBeside(clock: string) {
  const server = await desk(POST);
  server.on('GET /api/blog/posts/1/draft/', () => json(aDraft(POST), 200, { ETag: '"d1"', Date: new Date(clock).toUTCString() }));
  await edit(1);
  await choose('Choose languages and time…');
  await user.click(screen.getByRole('radio', { name: 'At a time' }));
  return server;
}
const schedule = () => user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Schedule' }));
async function type(time: string) {
  await user.clear(field('publish_at'));
  await user.type(field('publish_at'), time);
}

it('where the device’s clock is slow, the time that is offered lies ahead by the server’s', async () => {
  const server = (await dialogBeside('2101-01-01T10:20:00Z')).on(PUBLISH, () => json(aDraft(POST), 202));
  expect(field('publish_at')).toHaveValue('2101-01-01T16:00');
  await type('2101-01-01T14:00');
  expect(screen.getByText('This time is past.')).toBeVisible();
  await type('2101-01-01T15:00');
  await schedule();
  await waitFor(() => expect(server.asked(PUBLISH)[0]?.json).toEqual({ languages: ['ru'], at: '2101-01-01T11:00:00Z', only_later: true }));
});

it('where it is fast, a time that lies ahead by the server’s is taken', async () => {
  const server = (await dialogBeside('2001-01-01T10:20:00Z')).on(PUBLISH, () => json(aDraft(POST), 202));
  await type('2001-01-01T18:30');
  await schedule();
  expect(await screen.findByText('Russian: Goes live January 1, 2001, 18:30')).toBeVisible();
  expect(server.asked(PUBLISH)[0]?.json).toMatchObject({ at: '2001-01-01T14:30:00Z' });
});

it('a time that the server calls past is called so, and nothing is said to be planned', async () => {
  (await dialogBeside('2001-01-01T10:20:00Z')).on(PUBLISH, () => json({ errors: { at: ['past'] } }, 422));
  await schedule();
  expect(await screen.findByText('This time is past.')).toBeVisible();
  expect(document.querySelector('[data-notice]')).toBeNull();
});

it('what was done at once is followed to the site, and is not called planned', async () => {
  (await dialogBeside('2001-01-01T10:20:00Z')).on(PUBLISH, () => json(aPost({ id: 1 })));
  await schedule();
  await waitFor(() => expect(document.querySelector('.generation__steps')).toHaveTextContent(/Saved.*Live/));
  expect(document.querySelector('[data-notice]')).toBeNull();
});
