import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { setTokenSource } from '../api/client';
import { dropDraft } from '../api/drafts';
import { sessionTokens } from '../auth/refresh';
import { baseOfDraft } from '../form/state';
import { signedInWithNothingKept } from '../test/posts-page';
import { aDraft, FakeServer, json, type Seen } from '../test/server';
import { PostCache } from './post-cache';
import { Workspace } from './workspace';

const READ = 'GET /api/blog/posts/1/draft/';
const DROP = 'DELETE /api/blog/posts/1/draft/';
const KEEP = 'PUT /api/blog/posts/1/draft/';

beforeEach(async () => {
  setTokenSource(sessionTokens);
  await signedInWithNothingKept();
});

const kept = ({ form }: Seen, version: number) =>
  json(aDraft({ id: 1, title_en: String(form['title_en']), state: 'changed', post_etag: '"1-1"' }), 200, { ETag: `"d${version}"` });

function opened() {
  const workspace = new Workspace(new PostCache(new QueryClient()));
  workspace.dispatch({ type: 'open', sitting: 'open', base: baseOfDraft({ value: aDraft({ id: 1, post_etag: '"1-1"' }), etag: '"d1"' }) });
  return workspace;
}

/** № 1 is open, and words of it are on their way. */
function keeping() {
  const server = new FakeServer();
  const line = server.hold(KEEP);
  const workspace = opened();
  write(workspace, 'one');
  void workspace.drafts.keep(true);
  const asked = (count: number) => vi.waitFor(() => expect(server.asked(KEEP)).toHaveLength(count));
  const answer = (version: number) => line.answer(kept(server.asked(KEEP)[version - 2] as Seen, version));
  return { server, workspace, asked, answer };
}

function write(workspace: Workspace, words: string) {
  workspace.dispatch({ type: 'field', name: 'title_en', value: words });
}

it('drafts that wait for the same one go one after the other, each on top of the one before', async () => {
  const { server, workspace, asked, answer } = keeping();
  await asked(1);
  write(workspace, 'two');
  const both = Promise.all([workspace.saveDraft(), workspace.saveDraft()]);
  answer(2);
  await asked(2);
  await new Promise((resolve) => setTimeout(resolve));
  expect(server.asked(KEEP)).toHaveLength(2);
  answer(3);
  await asked(3);
  answer(4);
  expect(await both).toEqual([true, true]);
  expect(server.asked(KEEP).map(({ headers }) => headers.get('If-Match'))).toEqual(['"d1"', '"d2"', '"d3"']);
  workspace.drafts.rest();
});

it('the words that a post is opened with are sent after those that wait already', async () => {
  const { server, workspace, asked, answer } = keeping();
  await asked(1);
  write(workspace, 'two');
  const saved = workspace.saveDraft();
  const settled = workspace.drafts.settlePost(1);
  answer(2);
  await asked(2);
  await new Promise((resolve) => setTimeout(resolve));
  expect(server.asked(KEEP)).toHaveLength(2);
  answer(3);
  expect(await saved).toBe(true);
  await settled;
  expect(server.asked(KEEP)).toHaveLength(2);
  workspace.drafts.rest();
});

it('what was brought back but could not be read is said to be there, and is one step away', async () => {
  const server = new FakeServer().on(DROP, () => json(null, 204)).on(READ, () => Promise.reject(new TypeError('Failed to fetch')));
  const workspace = opened();
  await workspace.revert(dropDraft);
  expect(server.asked(DROP)).toHaveLength(1);
  expect(workspace.state.notice).toEqual({ kind: 'unopened', id: 1, failure: 'offline' });
  server.on(READ, () => json(aDraft({ id: 1, title_en: 'On the site', post_etag: '"1-1"' }), 200, { ETag: '"d9"' }));
  await workspace.edit(1);
  expect(workspace.state.form.fields.title_en).toBe('On the site');
});

it('what was not brought back is said to be so', async () => {
  new FakeServer().on(DROP, () => json({}, 503));
  const workspace = opened();
  await workspace.revert(dropDraft);
  expect(workspace.state.notice).toEqual({ kind: 'undone', failure: 'server' });
});

/** What the server has of № 1 by now. */
const theirs = (title: string, version: number, exists = true) =>
  json(aDraft({ id: 1, exists, title_en: title, state: exists ? 'changed' : 'published', post_etag: '"1-1"' }), 200, {
    ETag: `"d${version}"`,
  });

it('what a colleague wrote a moment ago is not dropped unseen: the form shows it, and that is said', async () => {
  const server = new FakeServer().on(READ, () => theirs('A colleague', 5));
  server.on(DROP, ({ headers }) => (headers.get('If-Match') === '"d5"' ? json(null, 204) : json({}, 412)));
  const workspace = opened();
  await workspace.revert(dropDraft);
  expect(server.asked(DROP).map(({ headers }) => headers.get('If-Match'))).toEqual(['"d1"']);
  expect(workspace.state.form.fields.title_en).toBe('A colleague');
  expect(workspace.state.notice).toEqual({ kind: 'changedBefore' });
  server.on(READ, () => theirs('On the site', 6, false));
  await workspace.revert(dropDraft);
  expect(server.asked(DROP)).toHaveLength(2);
  expect(workspace.state.form.fields.title_en).toBe('On the site');
  expect(workspace.state.notice).toBeNull();
});

it('nor is what came together with the words of the form as those were kept', async () => {
  let [title_en, version] = ['Title 1', 5];
  const now = () =>
    json(aDraft({ id: 1, title_en, excerpt_en: 'A colleague', state: 'changed', post_etag: '"1-1"' }), 200, { ETag: `"d${version}"` });
  const server = new FakeServer().on(READ, now).on(DROP, () => json(null, 204));
  server.on(KEEP, ({ headers, form }) => {
    if (headers.get('If-Match') !== '"d5"') return json({}, 412);
    [title_en, version] = [String(form['title_en']), 6];
    return now();
  });
  const workspace = opened();
  write(workspace, 'mine');
  await workspace.revert(dropDraft);
  expect(server.asked(DROP)).toHaveLength(0);
  expect(workspace.state.form.fields).toMatchObject({ title_en: 'mine', excerpt_en: 'A colleague' });
  expect(workspace.state.notice).toEqual({ kind: 'changedBefore' });
  workspace.drafts.rest();
});

it('whoever is at another text by then keeps that, and is told that nothing was done', async () => {
  const server = new FakeServer();
  const line = server.hold(DROP);
  const workspace = opened();
  const reverted = workspace.revert(dropDraft);
  await vi.waitFor(() => expect(server.asked(DROP)).toHaveLength(1));
  workspace.dispatch({ type: 'create', sitting: 'another' });
  line.answer(json({}, 412));
  await reverted;
  expect(workspace.state.notice).toEqual({ kind: 'undone', failure: 'left' });
  expect(workspace.state.form.base).toBeNull();
});
