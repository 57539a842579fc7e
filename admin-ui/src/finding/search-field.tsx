import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { Icon } from '../ui/icon';

/** A pause in the typing after which the server is asked. */
const PAUSE = 200;

interface Props {
  words: string;
  onWords: (words: string) => void;
}

/** Words to look for. What is typed stays as it is typed; the address follows in pauses, and leads when it is gone back. */
export function SearchField({ words, onWords }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(words);
  // Sent, and not back as the address yet: none of them is news.
  const sent = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  // At the end of the pause something else may have been chosen beside the words.
  const now = useRef({ words, onWords });
  useEffect(() => {
    now.current = { words, onWords };
  });
  useEffect(() => {
    const at = sent.current.indexOf(words);
    if (at >= 0) sent.current.splice(0, at + 1);
    else {
      clearTimeout(timer.current);
      setText(words);
    }
  }, [words]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function send(next: string) {
    clearTimeout(timer.current);
    if (next === (sent.current.at(-1) ?? now.current.words)) return;
    sent.current.push(next);
    now.current.onWords(next);
  }
  function type(next: string) {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(next), PAUSE);
  }
  function empty() {
    setText('');
    send('');
    field.current?.focus();
  }

  return (
    <div role="search" className="finding__search">
      <Icon name="search" />
      <input
        ref={field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        name="q"
        value={text}
        maxLength={200}
        autoComplete="off"
        aria-label={t('finding.words')}
        placeholder={t('finding.words')}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) send(text);
          if (event.key === 'Escape' && text !== '') empty();
        }}
      />
      {text !== '' && (
        <button
          type="button"
          className="button button--quiet button--icon"
          aria-label={t('finding.emptyWords')}
          title={t('finding.emptyWords')}
          onClick={empty}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
