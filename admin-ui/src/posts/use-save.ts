import { useRef, useState } from 'react';
import { statusOf } from '../api/errors';
import { createPost, getPost, updatePost } from '../api/posts';
import type { Post, Versioned } from '../api/types';
import { ALERTS } from '../i18n/fixed';
import { type Failure, failureOf } from './failure';
import { toFormData } from './fields';
import type { FormState } from './form-state';

interface Options {
  /** Runs before the success alert, so that the page already shows the result behind it. */
  onSaved: (post: Post, created: boolean, session: string) => void;
  /** The server's version when somebody else changed the post meanwhile. */
  onConflict: (theirs: Versioned<Post>) => void;
}

function send({ base, fields, image }: FormState): Promise<Versioned<Post>> {
  const form = toFormData(fields, image);
  return base ? updatePost(base.id, form, base.etag) : createPost(form);
}

/** Lets the browser draw before a dialog stops everything. */
function painted(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 30));
}

/** One save at a time, however often the button is pressed. */
export function useSave({ onSaved, onConflict }: Options) {
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const running = useRef(false);

  async function fail(error: unknown, created: boolean): Promise<void> {
    setFailure(failureOf(error));
    await painted();
    window.alert(created ? ALERTS.createFailed : ALERTS.updateFailed);
  }

  async function attempt(state: FormState): Promise<void> {
    const created = state.base === null;
    try {
      const { value } = await send(state);
      onSaved(value, created, state.session);
    } catch (error) {
      if (state.base && statusOf(error) === 412) return getPost(state.base.id).then(onConflict, (second: unknown) => fail(second, created));
      return fail(error, created);
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
