import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { hasUnsaved } from '../ui/unsaved';
import { PostCache } from './post-cache';
import { Workspace } from './workspace';

it('a form that was left holds no page: what is still answered about it is nothing that the next screen could save', () => {
  const workspace = new Workspace(new PostCache(new QueryClient()));
  const leave = workspace.start();
  workspace.dispatch({ type: 'field', name: 'title_en', value: 'mine' });
  expect(hasUnsaved()).toBe(true);
  leave();
  expect(hasUnsaved()).toBe(false);
  workspace.dispatch({ type: 'draftEnded', sitting: workspace.state.form.sitting, phase: { name: 'failed', failure: 'offline' } });
  expect(hasUnsaved()).toBe(false);
});
