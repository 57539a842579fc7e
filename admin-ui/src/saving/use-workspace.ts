import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { PostFields } from '../form/fields';
import type { PostCache } from './post-cache';
import { awaitsPictures } from './send-draft';
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

/** Why the server does not have the draft, as a sentence, and another attempt; `null` while nothing is wrong with it. */
export function useDraftFailure(): { reason: string; retry: () => void } | null {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  const failure = useWorkspaceState(({ draft }) => (draft?.name === 'failed' ? draft.failure : null));
  if (!failure) return null;
  return { reason: t(`failure.${failure}`), retry: () => void workspace.saveDraft() };
}

/** Words wait in this browser alone, because a picture of the texts has not arrived at the server. */
export function useDraftAwaitsPictures(): boolean {
  return useWorkspaceState(({ form, unsaved }) => unsaved && awaitsPictures(form.fields));
}
