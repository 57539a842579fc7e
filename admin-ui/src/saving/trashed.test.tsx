import { render, screen } from '@testing-library/react';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setTokenSource } from '../api/client';
import { sessionTokens } from '../auth/refresh';
import { baseOfDraft } from '../form/state';
import { signedInWithNothingKept } from '../test/posts-page';
import { aDraft, FakeServer, json } from '../test/server';
import { PostCache } from './post-cache';
import { useDraftFailure } from './use-workspace';
import { WorkspaceContext } from './workspace-context';
import { Workspace } from './workspace';

const KEEP = 'PUT /api/blog/posts/1/draft/';
const BEGIN = 'POST /api/blog/drafts/';

beforeEach(async () => {
  setTokenSource(sessionTokens);
  await signedInWithNothingKept();
});

afterEach(() => void vi.useRealTimers());

/** № 1 is open, somebody else throws it away, and words of it are refused. */
async function refused() {
  const server = new FakeServer().on(KEEP, () => json({}, 404));
  const workspace = new Workspace(new PostCache(new QueryClient()));
  workspace.dispatch({ type: 'open', sitting: 'open', base: baseOfDraft({ value: aDraft({ id: 1 }), etag: '"d1"' }) });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  workspace.dispatch({ type: 'field', name: 'title_en', value: 'one' });
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitUntil(() => workspace.state.draft?.name === 'failed');
  return { server, workspace };
}

function WayOn() {
  const failure = useDraftFailure();
  return failure && <button onClick={failure.goOn}>{failure.wayOn}</button>;
}

it('a post that somebody else threw away is not asked for again and again', async () => {
  const { server, workspace } = await refused();
  workspace.dispatch({ type: 'field', name: 'title_en', value: 'two' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.asked(KEEP)).toHaveLength(1);
  // Whoever has brought it back says so.
  void workspace.saveDraft();
  await vi.waitUntil(() => server.asked(KEEP).length === 2);
  workspace.drafts.rest();
});

it('its words become a new draft by the button beside the reason, which publishes nothing', async () => {
  const { server, workspace } = await refused();
  vi.useRealTimers();
  server.on(BEGIN, ({ form }) => json(aDraft({ id: 2, title_en: String(form['title_en']), state: 'draft' }), 201, { ETag: '"d1"' }));
  render(
    <WorkspaceContext value={workspace}>
      <WayOn />
    </WorkspaceContext>,
  );
  screen.getByRole('button', { name: 'failure.saveAsNew' }).click();
  await vi.waitFor(() => expect(workspace.state.form.base?.id).toBe(2));
  expect(server.asked(BEGIN).map(({ form }) => form['title_en'])).toEqual(['one']);
  expect(server.asked('POST /api/blog/posts/')).toEqual([]);
  workspace.drafts.rest();
});
