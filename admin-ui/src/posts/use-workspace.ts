import { useEffect, useReducer, useRef, useState } from 'react';
import { getPost } from '../api/posts';
import type { Post, Versioned } from '../api/types';
import { ALERTS } from '../i18n/fixed';
import type { Draft } from '../journal/store';
import { draftOf, removeDraft } from '../journal/store';
import { useDrafts } from '../journal/use-drafts';
import { useJournal } from '../journal/use-journal';
import { publication } from '../site/publication';
import { randomUuid } from '../ui/random-uuid';
import { setUnsaved } from '../ui/unsaved';
import type { PostFields } from './fields';
import { baseOf, emptyForm, formReducer, isDirty } from './form-state';
import type { usePosts } from './use-posts';
import { useSave } from './use-save';

/** Everything the admin page does: the form with its journal, saving, and the way back from each failure. */
export function useWorkspace({ added, seen }: Pick<ReturnType<typeof usePosts>, 'added' | 'seen'>) {
  const [state, dispatch] = useReducer(formReducer, null, () => emptyForm(randomUuid()));
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
    onSaved: (post, created, sent) => {
      (created ? added : seen)(post);
      setConflict(null);
      void journal.forget(sent.session);
      dispatch({ type: 'saved', sent, base: baseOf(post), next: randomUuid() });
      void publication.follow();
    },
    onConflict: setConflict,
    onAttempt: async (sent, attempt) => {
      dispatch({ type: 'attempt', session: sent.session, attempt });
      journal.note(draftOf({ ...sent, attempt }));
      await journal.flushSoon();
    },
    onRefused: ({ session }) => dispatch({ type: 'attempt', session, attempt: null }),
    onStored: (post, base, { session }) => {
      added(post);
      dispatch({ type: 'stored', session, base });
      void publication.follow();
    },
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
      seen(post);
      if (turn === lastOpened.current) dispatch({ type: 'edit', session: randomUuid(), post });
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
      const next = { ...state, base: null, attempt: null };
      dispatch({ type: 'rebase', base: null, fields: state.fields });
      return saving.save(next);
    },
    cancel: () => {
      leave();
      dispatch({ type: 'create', session: randomUuid() });
    },
    resolve: (theirs: Versioned<Post>, fields: PostFields, image: File | null) => {
      const next = { ...state, base: baseOf(theirs), fields, image };
      setConflict(null);
      dispatch({ type: 'rebase', base: next.base, fields });
      dispatch({ type: 'image', image });
      return saving.save(next);
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
