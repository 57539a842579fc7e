import { useEffect, useSyncExternalStore } from 'react';
import { LANGUAGES, type Language, type Texts } from '../api/types';
import { uploadIds } from '../rich-text/address';
import { type Upload, uploads } from './uploads';

/** How far one picture is; it is sent while this component shows it. */
export function useUpload(id: string): { upload: Upload; preview: string | null } {
  const upload = useSyncExternalStore(uploads.subscribe, () => uploads.of(id));
  const preview = useSyncExternalStore(uploads.subscribe, () => uploads.preview(id));
  useEffect(() => uploads.hold(id), [id]);
  return { upload, preview };
}

/** Pictures of the form that are not stored yet. */
export interface PendingPictures {
  /** How many are still on their way, and in which languages' texts. */
  sending: number;
  sendingIn: readonly Language[];
  /** How many did not arrive, and in which languages' texts. */
  failed: number;
  failedIn: readonly Language[];
}

export function pendingPictures(texts: Texts): PendingPictures {
  const hasFailed = (id: string) => uploads.of(id).phase === 'failed';
  const ids = LANGUAGES.map((language) => uploadIds(texts[`content_${language}`]));
  const all = new Set(ids.flat());
  const failed = [...all].filter(hasFailed).length;
  return {
    sending: all.size - failed,
    sendingIn: LANGUAGES.filter((_, at) => ids[at]?.some((id) => !hasFailed(id))),
    failed,
    failedIn: LANGUAGES.filter((_, at) => ids[at]?.some(hasFailed)),
  };
}
