import { useEffect, useReducer, useRef, useState } from 'react';
import { getPost } from '../api/posts';
import type { Post, Versioned } from '../api/types';
import { ALERTS } from '../i18n/fixed';
import type { Draft } from '../journal/store';
import { removeDraft } from '../journal/store';
import { useDrafts } from '../journal/use-drafts';
import { useJournal } from '../journal/use-journal';
import { publication } from '../site/publication';
import { setUnsaved } from '../ui/unsaved';
import type { PostFields } from './fields';
import { baseOf, emptyForm, formReducer, isDirty } from './form-state';
import { withCreated, withUpdated } from './list-rules';
import type { usePosts } from './use-posts';
import { useSave } from './use-save';

const newSession = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;

/** Everything the admin page does: the form with its journal, saving, and the way back from each failure. */
export function useWorkspace({ change }: Pick<ReturnType<typeof usePosts>, 'change'>) {
  const [state, dispatch] = useReducer(formReducer, null, () => emptyForm(newSession()));
  const [conflict, setConflict] = useState<Versioned<Post> | null>(null);
  const [opening, setOpening] = useState<number | null>(null);
  const lastOpened = useRef(0);
  const journal = useJournal(state);
  const { drafts, reload } = useDrafts(state.session);
  const dirty = isDirty(state);

  useEffect(() => {
    setUnsaved(dirty);
    return () => {
      setUnsaved(false);
    };
  }, [dirty]);

  const saving = useSave({
    onSaved: (post, created, session) => {
      change((posts) => (created ? withCreated(posts, post) : withUpdated(posts, post)));
      setConflict(null);
      void journal.forget(session);
      dispatch({ type: 'create', session: newSession() });
      void publication.follow();
    },
    onConflict: setConflict,
  });

  /** A text that is put aside unsaved stays in the journal and is offered back. */
  function leave(): void {
    saving.clearFailure();
    lastOpened.current += 1;
    setOpening(null);
    void journal.flush().then(() => setTimeout(reload));
  }

  async function edit(id: number): Promise<void> {
    leave();
    const turn = lastOpened.current;
    setOpening(id);
    try {
      const post = await getPost(id);
      if (turn === lastOpened.current) dispatch({ type: 'edit', session: newSession(), post });
    } catch (error) {
      console.error(ALERTS.loadFailed, error);
      if (turn === lastOpened.current) window.alert(ALERTS.loadFailed);
    } finally {
      if (turn === lastOpened.current) setOpening(null);
    }
  }

  return {
    state,
    dispatch,
    dirty,
    opening,
    conflict,
    drafts,
    saving: saving.saving,
    failure: saving.failure,
    edit,
    save: () => saving.save(state),
    saveAsNew: () => {
      const next = { ...state, base: null };
      dispatch({ type: 'rebase', base: null, fields: state.fields });
      return saving.save(next);
    },
    cancel: () => {
      leave();
      dispatch({ type: 'create', session: newSession() });
    },
    resolve: (theirs: Versioned<Post>, fields: PostFields) => {
      const base = baseOf(theirs);
      setConflict(null);
      dispatch({ type: 'rebase', base, fields });
      return saving.save({ ...state, base, fields });
    },
    closeConflict: () => setConflict(null),
    restore: (draft: Draft) => {
      leave();
      dispatch({ type: 'restore', ...draft });
    },
    discard: async (session: string) => {
      await removeDraft(session);
      reload();
    },
  };
}

export type Workspace = ReturnType<typeof useWorkspace>;
