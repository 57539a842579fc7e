import { ownName } from '../api/client';
import { changeMedia, readMedia, replaceMediaFile } from '../api/library';
import { statusOf } from '../api/errors';
import type { LibraryPicture, MediaChange, Versioned } from '../api/types';
import { useKeptState } from '../ui/use-kept-state';

/** What staff say of a picture. */
export const TEXTS = ['alt', 'caption'] as const;
type Said = Pick<LibraryPicture, 'alt_az' | 'alt_en' | 'alt_ru' | 'caption_az' | 'caption_en' | 'caption_ru' | 'focus_x' | 'focus_y'>;

interface Edits {
  base: Versioned<LibraryPicture>;
  edits: Partial<Said>;
}

const changesOf = ({ base, edits }: Edits) => Object.entries(edits).filter(([field, value]) => base.value[field as keyof Said] !== value);

/** Kept edits over the picture as it is by now. Where somebody else has changed one of them, they stay over what they were written over, and are refused. */
function over(opened: Versioned<LibraryPicture>, { base, edits }: Edits): Edits {
  const isTheirs = Object.entries(edits).some(
    ([field, value]) => ![value, base.value[field as keyof Said]].includes(opened.value[field as keyof Said]),
  );
  return { base: isTheirs ? base : opened, edits };
}

/** What is typed stands over what is stored; only what differs is sent, so another's other words stay. */
export function usePictureEdits(opened: Versioned<LibraryPicture>) {
  const [{ base, edits }, setBoth] = useKeptState<Edits>(
    `picture ${opened.value.id} ${ownName() ?? ''}`,
    { base: opened, edits: {} },
    (now) => changesOf(now).length > 0,
    (kept) => over(opened, kept),
  );
  const setBase = (next: Versioned<LibraryPicture>) => setBoth((now) => ({ ...now, base: next }));
  const setEdits = (how: (now: Partial<Said>) => Partial<Said>) => setBoth((now) => ({ ...now, edits: how(now.edits) }));
  const said: Said = { ...base.value, ...edits };
  const changes = changesOf({ base, edits });

  /** On 412 what the other wrote is taken in under what is typed, and the error goes on to who asked. */
  async function save(): Promise<LibraryPicture> {
    try {
      const saved = await changeMedia(base.value.id, Object.fromEntries(changes) as MediaChange, base.etag);
      setBase(saved);
      setEdits((now) => Object.fromEntries(Object.entries(now).filter(([field, value]) => edits[field as keyof Said] !== value)));
      return saved.value;
    } catch (error) {
      if (statusOf(error) === 412) setBase(await readMedia(base.value.id));
      throw error;
    }
  }
  /** Another file in its place; what is typed stays typed. On 412 what the other did is shown, and the error goes on to who asked. */
  async function replace(file: File): Promise<LibraryPicture> {
    try {
      const replaced = await replaceMediaFile(base.value.id, file, base.etag);
      setBase(replaced);
      return replaced.value;
    } catch (error) {
      if (statusOf(error) === 412) setBase(await readMedia(base.value.id));
      throw error;
    }
  }
  return {
    picture: base.value,
    replace,
    said,
    dirty: changes.length > 0,
    edit: (change: Partial<Said>) => setEdits((now) => ({ ...now, ...change })),
    save,
  };
}
