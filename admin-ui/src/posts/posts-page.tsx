import { useEffect, useEffectEvent, useRef } from 'react';
import { keepFocus } from '../ui/keep-focus';
import { scrollToTop } from '../ui/scroll';
import { ConflictDialog } from './conflict-dialog';
import { DraftsBanner } from './drafts-banner';
import { PostForm } from './post-form';
import { PostList } from './post-list';
import { useDelete } from './use-delete';
import { usePosts } from './use-posts';
import { useWorkspace } from './use-workspace';
import './posts.css';
import './form.css';
import './list.css';

/** The one page of the admin: a form on top, the posts below. */
export function PostsPage() {
  const list = usePosts();
  const workspace = useWorkspace(list);
  const { state, conflict } = workspace;
  const form = useRef<HTMLElement>(null);
  const editedId = state.base?.id ?? null;

  const { remove, changed } = useDelete(list, (id) => {
    if (id === editedId) workspace.cancel();
  });

  const first = useRef(state.session);
  // Entering edit mode moves the reader to the form, and a screen reader with it; a save that ends in it does not.
  const enter = useEffectEvent(() => {
    if (editedId !== null) {
      scrollToTop();
      form.current?.focus({ preventScroll: true });
    } else if (state.session !== first.current) {
      // The editors of the text before are gone, and the focus with them.
      keepFocus(form.current);
    }
  });
  useEffect(() => enter(), [state.session]);

  return (
    <>
      <DraftsBanner drafts={workspace.drafts} onRestore={workspace.restore} onDiscard={workspace.discard} />
      <PostForm ref={form} workspace={workspace} posts={list.posts} />
      <PostList
        list={list}
        editedId={workspace.opening ?? editedId}
        changedId={changed}
        onEdit={(id) => {
          scrollToTop();
          void workspace.edit(id);
        }}
        onDelete={(id) => void remove(id)}
      />
      {conflict && state.base && (
        <ConflictDialog base={state.base} mine={state} theirs={conflict} onSave={workspace.resolve} onClose={workspace.closeConflict} />
      )}
    </>
  );
}
