import { useEffect, useRef } from 'react';
import { pictureFile } from '../api/library';
import type { LibraryPicture } from '../api/types';
import type { LibraryPick } from '../saving/state';
import { useWorkspace } from '../saving/workspace-context';
import { imageProblem } from './image-rules';

/**
 * Takes a picture of the library as if its file had been chosen: the same bytes have the same number. What arrives when
 * something else was chosen since, another post is open, or the page went, is not taken.
 */
export function useLibraryFile(onFile: (file: File) => void): (picture: LibraryPicture) => Promise<void> {
  const workspace = useWorkspace();
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  return async (picture) => {
    const pick: LibraryPick = { phase: 'coming' };
    workspace.dispatch({ type: 'pick', pick });
    const file = await pictureFile(picture).catch(() => null);
    if (!here.current || workspace.state.pick !== pick) return;
    if (file && !imageProblem(file)) onFile(file);
    else workspace.dispatch({ type: 'pick', pick: { phase: 'failed' } });
  };
}
