import { useEffect, useRef, useState } from 'react';
import { type FormState, isDirty } from '../posts/form-state';
import { holdSession } from './liveness';
import { draftOf } from './store';
import { JournalWriter } from './writer';

/** Journals the form while it differs from the server's version, and forgets the draft when it does not. */
export function useJournal(state: FormState): JournalWriter {
  const [writer] = useState(() => new JournalWriter());
  const written = useRef<string | null>(null);
  const { session, base, fields, image, attempt } = state;

  useEffect(() => holdSession(session), [session]);

  useEffect(() => {
    if (isDirty(state)) {
      writer.note(draftOf(state));
      written.current = session;
    } else if (written.current === session) {
      written.current = null;
      void writer.forget(session);
    }
    // `state` is these five values (and a counter that says nothing about the text).
  }, [writer, session, base, fields, image, attempt]); // eslint-disable-line react-hooks/exhaustive-deps

  useEffect(() => {
    const flush = () => void writer.flush();
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [writer]);

  return writer;
}
