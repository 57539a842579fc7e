import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react';
import type { PostFields } from '../form/fields';
import type { PostCache } from './post-cache';
import { currentSave, type State } from './state';
import { Workspace } from './workspace';

export const WorkspaceContext = createContext<Workspace | null>(null);

/** The workspace of a page, at work while the page is there. */
export function useNewWorkspace(posts: PostCache): Workspace {
  const [workspace] = useState(() => new Workspace(posts));
  useEffect(() => workspace.start(), [workspace]);
  return workspace;
}

/** What can be done; it never changes, so it draws nothing again. */
export function useWorkspace(): Workspace {
  const workspace = use(WorkspaceContext);
  if (!workspace) throw new Error('no workspace');
  return workspace;
}

/** A part of the state; a component is drawn again only when this part changes, not with every key. */
export function useWorkspaceState<T>(select: (state: State) => T): T {
  const workspace = useWorkspace();
  return useSyncExternalStore(workspace.subscribe, () => select(workspace.state));
}

export function useField<N extends keyof PostFields>(name: N): PostFields[N] {
  return useWorkspaceState(({ form }) => form.fields[name]);
}

/** The phase of the save of the text that is in the form. */
export function usePhase() {
  return useWorkspaceState((state) => currentSave(state)?.phase ?? null);
}

export const editedId = ({ form }: State): number | null => form.base?.id ?? null;
