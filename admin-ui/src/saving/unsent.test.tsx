import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ownTimers, pauseOver } from '../test/pause';
import { edit, field, fill, open, POST, signedInWithNothingKept, user } from '../test/posts-page';
import { aDraft, aPost, type FakeServer, json, type Seen } from '../test/server';

const BEGIN = 'POST /api/blog/drafts/';
const KEEP = 'PUT /api/blog/posts/1/draft/';
const UPDATE = 'PUT /api/blog/posts/1/';
const PUBLISH = 'POST /api/blog/posts/1/publish/';
const UNSEEN = { state: 'draft', stale: false, published_at: null, scheduled_at: null, scheduled_action: null } as const;
const NEW = { state: 'draft', live: false, languages: { az: UNSEEN, en: UNSEEN, ru: UNSEEN } } as const;

beforeEach(signedInWithNothingKept);
ownTimers();

const kept = ({ form }: Seen, change = {}) =>
  json(
    aDraft({
      id: 1,
      ...Object.fromEntries(Object.entries(form).filter(([, value]) => typeof value === 'string')),
      featured: false,
      trending: false,
      state: 'changed',
      post_etag: '"1-1"',
      ...change,
    }),
    200,
    { ETag: '"d2"' },
  );
const asked = (server: FakeServer, route: string) => waitFor(() => expect(server.asked(route)).toHaveLength(1));
const stop = async () => user.click(await screen.findByRole('button', { name: 'Stop waiting' }));
const told = () => screen.findByText('Nothing was sent. Nothing is lost; try again in a moment.');

it('a creation that waits for its draft is given up at once, and nothing goes live when that is answered', async () => {
  const server = await open([]);
  const line = server.hold(BEGIN);
  await fill();
  await pauseOver();
  await asked(server, BEGIN);
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await stop();
  expect(await told()).toBeVisible();
  expect(screen.getByRole('button', { name: 'Create' })).toHaveAttribute('aria-disabled', 'false');
  await act(async () => line.answer(kept(server.asked(BEGIN)[0] as Seen, NEW)));
  await screen.findByRole('heading', { name: /^New post *№ 1$/ });
  expect(await told()).toBeVisible();
  expect(server.asked(POST).concat(server.asked(PUBLISH))).toEqual([]);
  expect(window.alert).not.toHaveBeenCalled();
  server
    .on(PUBLISH, () => json(aPost({ id: 1 }), 200, { ETag: '"1-1"' }))
    .on('GET /api/blog/posts/1/draft/', () => kept(server.asked(BEGIN)[0] as Seen, NEW))
    .on(KEEP, (request) => kept(request, NEW));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await asked(server, PUBLISH);
  await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısı uğurla yaradıldı!'));
});

it('so is a change, also of a form that was left meanwhile', async () => {
  const server = await open([aPost({ id: 1 }), aPost({ id: 2 })]);
  const line = server.hold(KEEP);
  await edit(1);
  await user.type(field('title_en'), ' mine');
  await pauseOver();
  await asked(server, KEEP);
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await edit(2);
  await stop();
  expect(await told()).toBeVisible();
  expect(document.querySelector('[data-left-save=failed]')).not.toBeNull();
  await act(async () => line.answer(kept(server.asked(KEEP)[0] as Seen)));
  await pauseOver();
  expect(server.asked(UPDATE)).toEqual([]);
  expect(field('title_en')).toHaveValue('Title 2');
});
