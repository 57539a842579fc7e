import { act, render, screen } from '@testing-library/react';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { PostCache } from './post-cache';
import { useDraftAwaitsPictures, useDraftFailure } from './use-workspace';
import { WorkspaceContext } from './workspace-context';
import { Workspace } from './workspace';

function Told() {
  const failure = useDraftFailure();
  const waits = useDraftAwaitsPictures();
  return (
    <>
      {waits && <p>waits</p>}
      {failure && <p>{failure.reason}</p>}
      {failure && <button onClick={failure.goOn}>{failure.wayOn}</button>}
    </>
  );
}

it('a draft that the server does not have can be told about, and asked for again', () => {
  const workspace = new Workspace(new PostCache(new QueryClient()));
  const again = vi.spyOn(workspace, 'saveDraft').mockResolvedValue(true);
  render(
    <WorkspaceContext value={workspace}>
      <Told />
    </WorkspaceContext>,
  );
  expect(screen.queryByRole('button')).toBeNull();
  const { sitting } = workspace.state.form;
  act(() => workspace.dispatch({ type: 'draftEnded', sitting, phase: { name: 'failed', failure: 'offline' } }));
  expect(screen.getByText(/offline|connection/i)).toBeVisible();
  screen.getByRole('button', { name: 'failure.retry' }).click();
  expect(again).toHaveBeenCalledOnce();
  act(() => workspace.dispatch({ type: 'draftEnded', sitting, phase: { name: 'saved', at: 0 } }));
  expect(screen.queryByRole('button')).toBeNull();
  act(() => workspace.dispatch({ type: 'texts', texts: { content_az: '<p><img src="upload:1"></p>' } }));
  expect(screen.getByText('waits')).toBeVisible();
  workspace.drafts.rest();
});
