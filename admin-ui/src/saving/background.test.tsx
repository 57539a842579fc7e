import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeEvents } from '../test/events';
import { ownTimers, pass } from '../test/pause';
import { edit, field, open, signedInWithNothingKept, user } from '../test/posts-page';
import { aDraft, aPost, type FakeServer, json } from '../test/server';

const LIST = 'GET /api/blog/posts/?state=all&fields=summary';
const DRAFT = 'GET /api/blog/posts/1/draft/';
const REFRESH = 'POST /api/auth/token/refresh/';

beforeEach(signedInWithNothingKept);
ownTimers();

const asked = (server: FakeServer, route: string, count: number) => waitFor(() => expect(server.asked(route)).toHaveLength(count));

/** № 1 is open, and the site tells of something new just as the session is over. */
async function sessionEnds(more: (server: FakeServer) => void = () => undefined) {
  const events = new FakeEvents();
  const server = await open([aPost({ id: 1 }), aPost({ id: 2 })]);
  await edit(1);
  events.site({ revision: 1 });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server
    .on(LIST, () => json({}, 401))
    .on(DRAFT, () => json({}, 401))
    .on(REFRESH, () => json({}, 401));
  more(server);
  const [lists, drafts] = [server.asked(LIST).length, server.asked(DRAFT).length];
  events.site({ revision: 2 });
  await asked(server, LIST, lists + 1);
  await asked(server, DRAFT, drafts + 1);
  return server;
}

describe('looks that nobody asked for', () => {
  it('ask nobody to sign in: the list and the open post stay as they are', async () => {
    const server = await sessionEnds();
    await waitFor(() => expect(server.asked(REFRESH)).not.toEqual([]));
    await pass(300);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(field('title_en')).toHaveValue('Title 1');
    expect(window.alert).not.toHaveBeenCalled();
  });

  it('do so neither when another text is open by the time of the answer', async () => {
    let late: { answer: (response: Response) => void } | undefined;
    const server = await sessionEnds((held) => {
      late = held.hold(DRAFT);
    });
    server.on('GET /api/blog/posts/2/draft/', () => json(aDraft({ id: 2 }), 200, { ETag: '"d2"' }));
    await edit(2);
    await user.type(field('title_en'), '!');
    await act(async () => late?.answer(json({}, 401)));
    await pass(300);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(field('title_en')).toHaveValue('Title 2!');
  });
});
