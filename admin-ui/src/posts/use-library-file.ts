import { useEffect, useRef } from 'react';
import { pictureFile } from '../api/library';
import type { LibraryPicture } from '../api/types';
import { useWorkspaceState } from '../saving/workspace-context';

/**
 * Takes a picture of the library as if its file had been chosen: the same bytes have the same number. What arrives when
 * something else was chosen since, or another post is open, is not taken.
 */
export function useLibraryFile(onFile: (file: File) => void, onFailure: () => void) {
  const sitting = useWorkspaceState(({ form }) => form.sitting);
  const asked = useRef(0);
  const forget = () => {
    asked.current += 1;
  };
  useEffect(() => forget, [sitting]);

  async function take(picture: LibraryPicture) {
    forget();
    const mine = asked.current;
    const file = await pictureFile(picture).catch(() => null);
    if (mine !== asked.current) return;
    if (file) onFile(file);
    else onFailure();
  }
  return { take, forget };
}
