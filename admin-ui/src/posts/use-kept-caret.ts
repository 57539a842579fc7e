import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { keptPlace } from '../ui/kept-place';

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * The text of a field that somebody else may change while one is in it: the caret stays between its letters. A field whose value
 * React sets would have it at the end.
 */
export function useKeptCaret<F extends Field>(value: string): { ref: RefObject<F | null>; defaultValue: string } {
  const ref = useRef<F>(null);
  const [defaultValue] = useState(value);
  useLayoutEffect(() => {
    const field = ref.current;
    if (field && field.value !== value) put(field, value);
  }, [value]);
  return { ref, defaultValue };
}

function put(field: Field, value: string) {
  const { value: before, selectionStart, selectionEnd, selectionDirection } = field;
  field.value = value;
  // Safari gives a field the focus whose selection is set.
  if (field !== document.activeElement) return;
  const place = (at: number | null) => keptPlace(before, field.value, at ?? before.length);
  field.setSelectionRange(place(selectionStart), place(selectionEnd), selectionDirection ?? undefined);
}
