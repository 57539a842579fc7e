import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { statusOf } from '../api/errors';
import { changeMessage, readMessage } from '../api/messages';
import type { Message } from '../api/types';
import { newsOf } from './news';

interface Fresh {
  message: Message;
  /** Shown although a colleague has taken it from where one is. */
  strayed: boolean;
  /** Words of its note that are not saved are told of beside the note. */
  unsaved: boolean;
  /** It was read, and may be another one now. */
  onFresh: (now: Message) => void;
  /** Somebody else has deleted it. */
  onMissing: (message: Message) => void;
}

/** What is known of a message beyond the list that shows it: its newest state, and what colleagues have done to it meanwhile. */
export function useFresh({ message, strayed, unsaved, onFresh, onMissing }: Fresh) {
  const { t } = useTranslation();
  const [news, setNews] = useState('');
  /** An answer is known before the list is. */
  const newest = useRef(message);
  useLayoutEffect(() => {
    if (message.version >= newest.current.version) newest.current = message;
  }, [message]);

  /** What is new in it. */
  function take(now: Message): string {
    const before = newest.current;
    onFresh(now);
    if (now.version <= before.version) return '';
    newest.current = now;
    return newsOf(t, before, now, !unsaved);
  }
  /** Nobody waits for it; if it fails, what is done on an old state is refused. */
  function look() {
    const asked = newest.current.read ? readMessage(message.id) : changeMessage(message.id, { read: true });
    asked.then(
      ({ value }) => {
        const said = take(value);
        if (said) setNews(said);
      },
      (error: unknown) => {
        if (statusOf(error) === 404) onMissing(message);
      },
    );
  }
  const lookAgain = useEffectEvent(look);
  useEffect(() => {
    if (strayed) lookAgain();
  }, [strayed]);

  return {
    news,
    newest,
    look,
    /** Something is asked for, or the message is closed: what was told before is over. */
    forget: () => setNews(''),
    /** What was asked for was not done: it is another one by now. Answers what there is to tell, beside a note that tells of itself. */
    overtaken(now: Message, besideNote: boolean): string {
      const what = take(now);
      const said = besideNote && !what ? '' : t('messages.overtaken', { news: what }).trim();
      setNews(said);
      return said;
    },
  };
}
