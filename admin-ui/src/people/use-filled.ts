import { type ChangeEvent, useRef, useState } from 'react';

const isBlank = (value: string) => value.trim() === '';

/** A field of a form that may not be blank: whoever sends it so is led there, and the form says so in its own words until it is not. */
export function useFilled() {
  const field = useRef<HTMLInputElement>(null);
  const [blank, setBlank] = useState(false);
  return {
    blank,
    /** Whether there is something in it. */
    ask: (): boolean => {
      const is = isBlank(field.current?.value ?? '');
      setBlank(is);
      if (is) field.current?.focus();
      return !is;
    },
    input: {
      ref: field,
      required: true,
      'aria-invalid': blank,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setBlank(blank && isBlank(target.value)),
    },
  };
}
