import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { Language } from '../api/types';
import { uploads } from '../pictures/uploads';
import { type PendingPictures, pendingPictures } from '../pictures/use-uploads';
import { useWorkspace, useWorkspaceState } from '../saving/workspace-context';

/** The two ways to save of the workspace, called as they are when the pictures have arrived. */
export type SaveKind = 'save' | 'saveAsNew';

/** A save that waits for the pictures of the texts, and for the post's own one from the library. */
export interface PicturesFirst {
  pending: PendingPictures;
  /** The picture from the library did not come. */
  lost: boolean;
  /** A save begins as soon as all pictures have arrived. */
  waiting: boolean;
  /** The last attempt to save ended because a picture did not arrive. */
  refused: boolean;
  /** Saves now, or once the pictures are stored. */
  whenStored: (how: SaveKind) => void;
  /** Leads to the text whose picture did not arrive; false when there is none. */
  showFailed: () => boolean;
  forget: () => void;
}

/** What was asked for, and the form it was asked in; `refused` when a picture did not arrive. */
interface Wish {
  sitting: string;
  how: SaveKind;
  refused: boolean;
}

/** Holds a save back until every picture is there: a post never loses one that is still on its way. */
export function usePicturesFirst(reveal: (language: Language) => void): PicturesFirst {
  const workspace = useWorkspace();
  const sitting = useWorkspaceState(({ form }) => form.sitting);
  const pending = usePending();
  const pick = useWorkspaceState((state) => state.pick?.phase ?? null);
  const [wish, setWish] = useState<Wish | null>(null);
  // Whoever left the form and comes back has not asked again, and a picture that was still to come does not come any more.
  if (wish && wish.sitting !== sitting) setWish(null);
  const current = wish?.sitting === sitting ? wish : null;
  const waiting = current !== null && !current.refused;
  const lost = pick === 'failed';
  const failed = pending.failed > 0 || lost;
  const stored = pending.failed === 0 && pending.sending === 0 && pick !== 'coming';

  function showFailed(): boolean {
    const [language] = pending.failedIn;
    if (language) reveal(language);
    return language !== undefined;
  }

  const goOn = useEffectEvent(() => {
    if (!current || !waiting) return;
    setWish(failed ? { ...current, refused: true } : null);
    if (!failed) void workspace[current.how]();
    else showFailed();
  });
  useEffect(() => {
    if (!waiting || !(failed || stored)) return;
    const next = setTimeout(() => goOn());
    return () => clearTimeout(next);
  }, [waiting, failed, stored]);

  return {
    pending,
    lost,
    waiting,
    refused: current?.refused ?? false,
    whenStored: (how) => {
      // Who saves again does without the picture that did not come.
      if (lost) workspace.dispatch({ type: 'pick', pick: null });
      setWish(stored ? null : { sitting, how, refused: false });
      if (stored) void workspace[how]();
    },
    showFailed,
    forget: () => setWish(null),
  };
}

/** The form's pictures that are not stored; a key draws nothing again while they stay as they are. */
function usePending(): PendingPictures {
  const workspace = useWorkspace();
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [workspace.subscribe(listener), uploads.subscribe(listener)];
      return () => stops.forEach((stop) => stop());
    },
    [workspace],
  );
  const known = useSyncExternalStore(subscribe, () => JSON.stringify(pendingPictures(workspace.state.form.fields)));
  return JSON.parse(known) as PendingPictures;
}
