import { type ChangeEvent, useRef, useState } from 'react';
import { losesFocus } from '../ui/keep-focus';

const isBlank = (value: string) => value.trim() === '';

/** A field of a form that may not be blank: whoever sends it so is led there, and the form says so in its own words until it is not. */
export function useFilled() {
  const field = useRef<HTMLInputElement>(null);
  const sent = useRef('');
  const [blank, setBlank] = useState(false);
  return {
    blank,
    /** Whether there is something in it. */
    ask: (): boolean => {
      sent.current = field.current?.value ?? '';
      const is = isBlank(sent.current);
      setBlank(is);
      if (is) field.current?.focus();
      return !is;
    },
    /** It was taken: the form begins anew, but for whoever is typing the next one. */
    taken: () => {
      if (field.current?.value === sent.current) field.current.form?.reset();
    },
    /** It was refused: back to it, but for whoever has gone on. */
    refused: () => {
      if (field.current?.value !== sent.current || !losesFocus(field.current.form)) return;
      field.current.focus();
      field.current.select();
    },
    input: {
      ref: field,
      required: true,
      'aria-invalid': blank,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setBlank(blank && isBlank(target.value)),
    },
  };
}
