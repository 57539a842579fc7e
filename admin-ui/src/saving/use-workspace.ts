import { useEffect, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { PostCache } from './post-cache';
import { awaitsPictures } from './send-draft';
import { currentSave } from './state';
import { Workspace } from './workspace';
import { useWorkspace, useWorkspaceState } from './workspace-context';

/** The workspace of a page, at work while the page is there. */
export function useNewWorkspace(posts: PostCache): Workspace {
  const [workspace] = useState(() => new Workspace(posts));
  useEffect(() => workspace.start(), [workspace]);
  return workspace;
}

/** The phase of the save of the text that is in the form. */
export function usePhase() {
  return useWorkspaceState((state) => currentSave(state)?.phase ?? null);
}

/** Why the server does not have the draft, as a sentence, and the way on by its name; `null` while nothing is wrong with it. */
export function useDraftFailure(): { reason: string; wayOn: string; goOn: () => void } | null {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  const failure = useWorkspaceState(({ draft }) => (draft?.name === 'failed' ? draft.failure : null));
  if (!failure) return null;
  const reason = t(`failure.${failure}`);
  if (failure === 'gone') return { reason, wayOn: t('failure.saveAsNew'), goOn: () => void workspace.keepAsNew() };
  return { reason, wayOn: t('failure.retry'), goOn: () => void workspace.saveDraft() };
}

/** Words wait in this browser alone, because a picture of the texts has not arrived at the server. */
export function useDraftAwaitsPictures(): boolean {
  return useWorkspaceState(({ form, unsaved }) => unsaved && awaitsPictures(form.fields));
}
