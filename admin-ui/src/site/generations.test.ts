import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SiteStatus } from '../api/types';
import { soon } from '../test/soon';
import { FakeEvents } from '../test/events';
import { FakeServer, json } from '../test/server';
import { generations } from './generations';

const STATUS: SiteStatus = {
  revision: 1,
  published_revision: 1,
  state: 'idle',
  last_build: null,
  last_error: null,
  held: null,
  deploy: null,
  deployments: [],
  edits: 0,
  sequence: 4,
};
const held = { release: 3, since: '2026-03-05T08:00:00Z', by: 'Leyla' };

afterEach(() => vi.unstubAllGlobals());

it('an answer that an event has overtaken does not bring the former state back', async () => {
  const events = new FakeEvents();
  const server = new FakeServer().on('GET /api/site/', () => json(STATUS));
  const stop = generations.subscribe(() => undefined);
  await soon(() => expect(generations.get().status?.sequence).toBe(4));
  const waiting = server.hold('GET /api/site/');
  const following = generations.follow();
  await soon(() => expect(server.asked('GET /api/site/')).toHaveLength(2));
  events.site({ ...STATUS, held, sequence: 5 } as never);
  waiting.answer(json(STATUS));
  await following;
  expect(generations.get()).toMatchObject({ target: 1, status: { held, sequence: 5 } });
  stop();
});

describe('what was saved', () => {
  it('is told until somebody else is there', async () => {
    new FakeServer().on('GET /api/site/', () => json(STATUS));
    const stop = generations.subscribe(() => undefined);
    await generations.follow();
    expect(generations.get().target).toBe(1);
    generations.forget();
    expect(generations.get().target).toBeNull();
    stop();
  });

  it('is not told to them either when the answer comes only then', async () => {
    const server = new FakeServer();
    const held = server.on('GET /api/site/', () => json(STATUS)).hold('GET /api/site/');
    const stop = generations.subscribe(() => undefined);
    await soon(() => expect(server.asked('GET /api/site/')).toHaveLength(1));
    const following = generations.follow();
    await soon(() => expect(server.asked('GET /api/site/')).toHaveLength(2));
    generations.forget();
    held.answer(json(STATUS));
    held.answer(json({ ...STATUS, revision: 2 }));
    await following;
    expect(generations.get()).toMatchObject({ target: null, status: { revision: 2 } });
    stop();
  });

  it('is not told to who comes later when nobody is there any more', async () => {
    const server = new FakeServer().on('GET /api/site/', () => json(STATUS));
    await generations.follow();
    expect(server.asked('GET /api/site/')).toEqual([]);
    expect(generations.get().target).toBeNull();
  });
});
