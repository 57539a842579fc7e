import { useState } from 'react';
import type { TextKey } from '../i18n/translate';
import { losesFocus } from '../ui/keep-focus';

/** A field, and what is wrong with it. */
export type Wrong = readonly [name: string, why: TextKey];

/** A form as it was sent. */
class Sent {
  private readonly inputs: readonly HTMLInputElement[];
  private readonly values: readonly string[];

  constructor(private readonly form: HTMLFormElement) {
    this.inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement);
    this.values = this.inputs.map(({ value }) => value);
  }
  value(name: string): string {
    return this.values[this.inputs.findIndex((input) => input.name === name)] ?? '';
  }
  /** Nobody has typed in it since. */
  stands(name: string): boolean {
    return this.inputs.every((input, at) => input.name !== name || input.value === this.values[at]);
  }
  /** To a field, but for whoever has gone on. */
  lead(name: string): void {
    if (!losesFocus(this.form) || !this.inputs.every((input) => this.stands(input.name))) return;
    const field = this.inputs.find((input) => input.name === name);
    field?.focus();
    field?.select();
  }
  empty(): void {
    for (const input of this.inputs) if (!input.readOnly && this.stands(input.name)) input.value = '';
  }
}

/**
 * The fields of a form that is sent and answered. Whoever sent it is led to the one that is wrong, and that is said until they type there;
 * an answer that comes late takes nobody away from what they type by then, and empties none of it.
 */
export function useFields(problemId: string) {
  const [wrong, setWrong] = useState<Wrong | null>(null);
  return {
    problemId,
    /** Which one is wrong, and what with it; without a name it is another one by now. */
    at: wrong?.[0] ?? '',
    why: wrong?.[1] ?? null,
    /** What is in them now is sent; the rest is about that. */
    send(form: HTMLFormElement) {
      const now = new Sent(form);
      setWrong(null);
      return {
        value: (name: string) => now.value(name),
        /** Whether something is. */
        tell(found: Wrong | null): boolean {
          if (!found) return false;
          const [name, why] = found;
          setWrong([now.stands(name) ? name : '', why]);
          now.lead(name);
          return true;
        },
        /** It was taken. */
        empty: () => now.empty(),
      };
    },
    of: (name: string) => ({
      name,
      required: true,
      'aria-invalid': wrong?.[0] === name,
      'aria-describedby': wrong === null || wrong[0] === name ? problemId : undefined,
      onChange: () => setWrong((now) => (now?.[0] === name ? null : now)),
    }),
  };
}

export type Fields = ReturnType<typeof useFields>;
