import { useRef, useState } from 'react';
import { isAboutContent, mayHaveSucceeded } from '../api/errors';
import type { Post, Versioned } from '../api/types';
import { ALERTS } from '../i18n/fixed';
import { randomUuid } from '../ui/random-uuid';
import { type Failure, failureOf } from './failure';
import type { Attempt, Base, FormState } from './form-state';
import { wentOn } from './replay';
import { type Outcome, sendChange, sendNew } from './send';

interface Options {
  /** Runs before the success alert, so that the page already shows the result behind it. */
  onSaved: (post: Versioned<Post>, created: boolean, sent: FormState) => void;
  /** The server's version when somebody else changed the post meanwhile. */
  onConflict: (theirs: Versioned<Post>) => void;
  /** Keeps the attempt with the draft before it is sent. */
  onAttempt: (sent: FormState, attempt: Attempt) => Promise<void>;
  /** The attempt was refused: nothing is stored under its key. */
  onRefused: (sent: FormState) => void;
  /** An earlier attempt had been stored; from now on the form changes that post. */
  onStored: (post: Versioned<Post>, base: Base, sent: FormState) => void;
}

/** Lets the browser draw before a dialog stops everything. */
export function painted(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 30));
}

/** One save at a time, however often the button is pressed. */
export function useSave({ onSaved, onConflict, onAttempt, onRefused, onStored }: Options) {
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const running = useRef(false);

  async function create(state: FormState, noteStored: () => void): Promise<Outcome> {
    const attempt = state.attempt ?? { key: randomUuid(), fields: state.fields, image: state.image };
    let stored = false;
    await onAttempt(state, attempt);
    try {
      return await sendNew(state, attempt, (post, base) => {
        stored = true;
        noteStored();
        onStored(post, base, state);
      });
    } catch (error) {
      const nothingStored = state.attempt ? !stored && isAboutContent(error) : !mayHaveSucceeded(error);
      if (!nothingStored) throw error;
      onRefused(state);
      // What is refused now was not stored before: the form as it is goes under a key of its own.
      if (state.attempt && wentOn(attempt, state)) return create({ ...state, attempt: null }, noteStored);
      throw error;
    }
  }

  async function attempt(state: FormState): Promise<void> {
    const created = state.base === null;
    let exists = !created;
    try {
      const outcome = state.base ? await sendChange(state, state.base) : await create(state, () => (exists = true));
      if (outcome.kind === 'conflict') return onConflict(outcome.post);
      onSaved(outcome.post, created, state);
    } catch (error) {
      setFailure(failureOf(error, state.image !== null));
      await painted();
      window.alert(exists ? ALERTS.updateFailed : ALERTS.createFailed);
      return;
    }
    await painted();
    window.alert(created ? ALERTS.created : ALERTS.updated);
  }

  async function save(state: FormState): Promise<void> {
    if (running.current) return;
    running.current = true;
    setSaving(true);
    setFailure(null);
    try {
      await attempt(state);
    } finally {
      running.current = false;
      setSaving(false);
    }
  }

  return { save, saving, failure, clearFailure: () => setFailure(null) };
}
