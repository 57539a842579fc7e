import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { PostCache } from './post-cache';
import { Wishes } from './wishes';
import { Workspace } from './workspace';

const workspace = new Workspace(new PostCache(new QueryClient()));

it('sends for the workspace, and does what was asked before it came, once and in its order', () => {
  const send = vi.fn();
  const wishes = new Wishes(send);
  const done: string[] = [];
  wishes.ask(() => done.push('edit'));
  wishes.ask(() => done.push('remove'));
  expect(done).toEqual([]);
  expect(send).toHaveBeenCalledTimes(2);
  wishes.fulfil(workspace);
  wishes.fulfil(workspace);
  expect(done).toEqual(['edit', 'remove']);
});

it('loses nothing that is asked by what was drawn before the workspace came', () => {
  const wishes = new Wishes(() => undefined);
  const { ask } = wishes;
  const done: Workspace[] = [];
  ask(() => ask((here) => done.push(here)));
  wishes.fulfil(workspace);
  ask((here) => done.push(here));
  expect(done).toEqual([workspace, workspace]);
});
