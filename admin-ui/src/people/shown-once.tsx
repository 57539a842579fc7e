import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { TextKey } from '../i18n/translate';
import { copyWords } from '../ui/copy';

interface Props {
  /** What is shown only now, and has to be copied now. */
  words: string;
  label: string;
  button: string;
  copied: string;
  onCopied: () => void;
  notCopied?: TextKey;
}

/** Words that the server tells once. With `words` as its key, what is told of copying is never of those before. */
export function ShownOnce({ words, label, button, copied, onCopied, notCopied = 'people.notCopied' }: Props) {
  const { t } = useTranslation();
  const [done, setDone] = useState<boolean | null>(null);
  const field = useRef<HTMLInputElement>(null);
  // Whoever types the next one by then is left there.
  useLayoutEffect(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLInputElement) || at.value === '') field.current?.focus();
  }, []);

  async function copy() {
    // Where the browser does not copy, the person can.
    field.current?.focus();
    field.current?.select();
    const done = await copyWords(words);
    setDone(done);
    // Not of what stands here by now.
    if (done && field.current) onCopied();
  }
  return (
    <>
      <div className="shown-once">
        <input
          ref={field}
          type="text"
          readOnly
          value={words}
          spellCheck={false}
          aria-label={label}
          onFocus={({ target }) => target.select()}
          onCopy={onCopied}
        />
        <button type="button" className="button" onClick={() => void copy()}>
          {button}
        </button>
      </div>
      <p role="status" className="people__said">
        {done !== null && (done ? copied : t(notCopied))}
      </p>
    </>
  );
}
