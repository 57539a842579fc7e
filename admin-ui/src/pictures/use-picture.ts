import { type RefCallback, useCallback } from 'react';
import { presentSource } from './present-source';

/** Shows a file under a temporary address, which is taken back when the file changes; without a file, the address. */
export function usePicture(file: File | null, address: string | null): RefCallback<HTMLImageElement> {
  return useCallback(
    (element: HTMLImageElement | null) => {
      if (!element) return undefined;
      const url = file ? URL.createObjectURL(file) : null;
      element.src = url ?? presentSource(address ?? '');
      return () => {
        if (url) URL.revokeObjectURL(url);
      };
    },
    [file, address],
  );
}
