import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useEntries } from '../journal/use-entries';
import { useNewWorkspace, usePhase } from '../saving/use-workspace';
import type { Workspace } from '../saving/workspace';
import { editedId, useWorkspace, useWorkspaceState, WorkspaceContext } from '../saving/workspace-context';
import { onStoreChange } from '../site/store-changes';
import { keepFocus } from '../ui/keep-focus';
import { scrollToTop } from '../ui/scroll';
import { ApprovalQueue } from './approval-queue';
import { UnsavedTexts } from './unsaved-texts';
import { LeftSaves } from './left-saves';
import { PageNotice } from './page-notice';
import { ConflictDialog, LinkedDialog } from './parts';
import { PostForm } from './post-form';
import type { usePosts } from './use-posts';
import '../finding/selection.css';
import './desk.css';
import './form.css';

/** For several posts of the list at once. */
export { SelectionBar } from '../finding/selection-bar';

interface Props {
  list: ReturnType<typeof usePosts>;
  /** There is a workspace: the cards can do with it what they are for. */
  onReady: (workspace: Workspace) => void;
}

/** The form with what surrounds it. Its code comes after the list's. */
export function Desk({ list, onReady }: Props) {
  const workspace = useNewWorkspace(list.cache);
  const ready = useEffectEvent(() => onReady(workspace));
  useEffect(() => ready(), [workspace]);
  return (
    <WorkspaceContext value={workspace}>
      <Rooms posts={list.posts} />
    </WorkspaceContext>
  );
}

function Rooms({ posts }: { posts: Props['list']['posts'] }) {
  const form = useRef<HTMLElement>(null);
  const entries = useEntries();
  const { reread } = useWorkspace();
  // What other people do to the open post shows in it.
  useEffect(() => onStoreChange(() => void reread()), [reread]);
  useEntrance(form);
  return (
    <>
      <PageNotice onFocusLost={() => form.current?.focus({ preventScroll: true })} />
      <LeftSaves />
      <ApprovalQueue posts={posts} />
      <UnsavedTexts entries={entries} onEmpty={() => keepFocus(form.current)} />
      <PostForm ref={form} posts={posts} />
      <Conflict />
      <Linked />
    </>
  );
}

/** Entering edit mode moves the reader to the form, and a screen reader with it; a save that ends in it does not. */
function useEntrance(form: RefObject<HTMLElement | null>) {
  const sitting = useWorkspaceState((state) => state.form.sitting);
  const id = useWorkspaceState(editedId);
  const first = useRef(sitting);
  const enter = useEffectEvent(() => {
    if (id !== null) {
      scrollToTop();
      form.current?.focus({ preventScroll: true });
    } else if (sitting !== first.current) {
      // The editors of the text before are gone, and the focus with them.
      keepFocus(form.current);
    }
  });
  useEffect(() => enter(), [sitting]);
}

function Linked() {
  const { dispatch } = useWorkspace();
  const linked = useWorkspaceState((state) => state.linked);
  return linked && <LinkedDialog key={linked.id} linked={linked} onClose={() => dispatch({ type: 'linked', linked: null })} />;
}

/** Both versions, while the save of the text in the form waits for the choice. */
function Conflict() {
  const { closeConflict } = useWorkspace();
  const phase = usePhase();
  const draft = useWorkspaceState((state) => (state.draft?.name === 'conflict' && state.draft.open ? state.draft.theirs : null));
  const theirs = phase?.name === 'conflict' ? phase.theirs : draft;
  const form = useWorkspaceState((state) => (theirs ? state.form : null));
  if (!theirs || !form?.base) return null;
  return <ConflictDialog base={form.base} mine={form} theirs={theirs} onClose={closeConflict} />;
}
