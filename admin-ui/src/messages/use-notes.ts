import { useEffect } from 'react';
import { ownName } from '../api/client';
import { statusOf } from '../api/errors';
import { changeMessage, type MessageChange, readMessage } from '../api/messages';
import type { Message } from '../api/types';
import { useAskBeforeBack } from '../ui/stay';
import { setUnsaved } from '../ui/unsaved';
import { useKeptState } from '../ui/use-kept-state';

/** A note as it stands in its field. */
export interface Note {
  words: string;
  /** The note that the words began from. */
  base: string;
  /** What someone else wrote meanwhile: shown before it is written over. */
  theirs: string | null;
}

/** With the message as it was shown when its note was touched last. */
export interface Touched extends Note {
  message: Message;
}

export const isUnsaved = ({ words, base }: Note) => words !== base;
/** Somebody else has written other words since. */
export const isContested = (note: Note, now: Message) => isUnsaved(note) && now.note !== note.base && now.note !== note.words;

/** Words of one's own stand until they are saved; what is saved stands until the list knows of it. */
function noteOf(message: Message, touched: Touched | undefined): Note {
  if (touched && (isUnsaved(touched) || touched.message === message)) return touched;
  return { words: message.note, base: message.note, theirs: null };
}

/** What came of a change: the message as it is now. If it was another one than was shown, nothing is done. */
export interface Outcome {
  now: Message;
  done: boolean;
}

/** Changes a message unless a colleague has done so since it was shown. */
export async function changeAsShown({ id, etag }: Message, change: MessageChange): Promise<Outcome> {
  try {
    return { now: (await changeMessage(id, change, etag)).value, done: true };
  } catch (error) {
    if (statusOf(error) !== 412) throw error;
    return { now: (await readMessage(id)).value, done: false };
  }
}

function isElsewhere(shown: Message, now: Message): boolean {
  return shown.state !== now.state || shown.suspected !== now.suspected || shown.assigned_to?.id !== now.assigned_to?.id;
}

/**
 * What staff note down, for all messages of the page. A row goes with its folder and with each answer of the server; what was
 * typed in it does not, and whoever leaves the page is asked.
 */
export function useNotes() {
  const [notes, setNotes] = useKeptState<readonly Touched[]>(`notes ${ownName() ?? ''}`, [], (all) => all.some(isUnsaved));
  const touched = new Map(notes.map((note) => [note.message.id, note]));
  const unsaved = notes.filter(isUnsaved);
  const leaves = unsaved.length > 0;
  useEffect(() => {
    setUnsaved(leaves);
    return () => setUnsaved(false);
  }, [leaves]);
  useAskBeforeBack(leaves);

  /** Nothing if the message was deleted before the answer came. */
  function settle(id: number, how: (now: Touched) => Partial<Note>) {
    setNotes((all) => all.map((now) => (now.message.id === id ? { ...now, ...how(now) } : now)));
  }

  return {
    unsaved,
    of: (message: Message) => noteOf(message, touched.get(message.id)),
    type(message: Message, words: string) {
      const isOther = (note: Touched) => note.message.id !== message.id;
      setNotes((all) => [
        ...all.filter(isOther),
        {
          ...noteOf(
            message,
            all.find((note) => !isOther(note)),
          ),
          words,
          message,
        },
      ]);
    },
    forget(id: number) {
      setNotes((all) => all.filter((note) => note.message.id !== id));
    },
    /** Changes a message, and saves the note with it. If someone else's note came first, theirs is shown and nothing is done. */
    async send(message: Message, change: MessageChange): Promise<Outcome> {
      const note = noteOf(message, touched.get(message.id));
      if (!isUnsaved(note)) return changeAsShown(message, change);
      const { words } = note;
      const { value: now } = await readMessage(message.id);
      if (isContested(note, now)) {
        settle(message.id, () => ({ base: now.note, theirs: now.note }));
        return { now, done: false };
      }
      if (Object.keys(change).length > 0 && isElsewhere(message, now)) return { now, done: false };
      const { now: saved, done } = await changeAsShown(now, { ...change, note: words });
      if (!done) return { now: saved, done };
      // Whoever typed on meanwhile keeps that.
      settle(message.id, (typed) => ({ words: typed.words === words ? saved.note : typed.words, base: saved.note, theirs: null }));
      return { now: saved, done };
    },
  };
}
