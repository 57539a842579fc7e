import { useSyncExternalStore } from 'react';
import { onShown, type Translation, translation } from './translate';

/** The texts of the language that is shown; draws again when another one is. */
export function useTranslation(): Translation {
  return useSyncExternalStore(onShown, translation);
}
