import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readMedia, sourceOf } from '../api/library';
import type { LibraryPicture } from '../api/types';

export interface OwnPicture {
  /** As the library knows it; nothing for a picture that is not stored, and while nobody has answered. */
  known: LibraryPicture | null;
  /** Where its present file is, also after the file of an earlier look was replaced; nothing until that is known. */
  source: string | null;
  /** Looks again. */
  changed: () => void;
}

/** The picture that the post has, by its address. */
export function useOwnPicture(address: string | null): OwnPicture {
  const id = Number(/^\/api\/blog\/images\/(\d+)\/$/.exec(address ?? '')?.[1]);
  const stored = Number.isSafeInteger(id);
  const queries = useQueryClient();
  const query = { queryKey: ['media-picture', 'own', id], queryFn: () => readMedia(id) };
  // Seen again when one comes back from the library.
  const picture = useQuery({ ...query, enabled: stored, staleTime: 0 });
  const known = picture.data?.value ?? null;
  const waits = stored && picture.isPending;
  return {
    known,
    source: known ? sourceOf(known) : waits ? null : address,
    changed: () => void queries.invalidateQueries({ queryKey: query.queryKey }),
  };
}
