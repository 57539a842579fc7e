import { createContext, use, useSyncExternalStore } from 'react';
import type { PostFields } from '../form/fields';
import type { State } from './state';
import type { Workspace } from './workspace';

/** The workspace of a page; `null` while its code is on its way, which comes with the form. */
export const WorkspaceContext = createContext<Workspace | null>(null);

/** Does something with the workspace, when it is there. */
export const AskWorkspace = createContext<(wish: (workspace: Workspace) => void) => void>(() => undefined);

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

/** The same for what is shown before there is a workspace: then it is `before`. */
export function useComingState<T>(select: (state: State) => T, before: T): T {
  const workspace = use(WorkspaceContext);
  return useSyncExternalStore(workspace?.subscribe ?? silent, () => (workspace ? select(workspace.state) : before));
}

const silent = () => () => undefined;

export function useField<N extends keyof PostFields>(name: N): PostFields[N] {
  return useWorkspaceState(({ form }) => form.fields[name]);
}

export const editedId = ({ form }: State): number | null => form.base?.id ?? null;
