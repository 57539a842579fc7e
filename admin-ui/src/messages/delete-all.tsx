import { useRef } from 'react';
import { deleteMessages, findMessages } from '../api/many-messages';
import type { MessagePage } from '../api/messages';
import { useTranslation } from '../i18n/use-translation';
import { useSending } from '../people/use-sending';
import { losesFocus } from '../ui/keep-focus';
import { useWhileHere } from '../ui/while-here';
import { MessageFailure, sentenceOf } from './message-failure';
import type { Shown } from './use-place';

interface Props {
  where: Shown;
  /** What is shown, as the list has it. */
  page: MessagePage;
  /** Something is asked for: what was told before is over. */
  onAsk: () => void;
  /** These are about to be deleted. */
  onDelete: (ids: ReadonlySet<number>) => void;
  /** Some of them are not there any more; whether the focus goes with the button. */
  onGone: (sentence: string, takesFocus: boolean) => void;
  /** Something did not work, and this is not shown any more. */
  onUnheard: (why: string) => void;
}

/** Deletes a folder, or all that was found: what there was when it was looked at, and nobody has changed since. */
export function DeleteAll({ where: { folder, words, place }, page: { messages, newer, older }, onAsk, onDelete, onGone, onUnheard }: Props) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const { busy, failure, run } = useSending({ onUnheard: (why) => onUnheard(sentenceOf(t, why)) });
  const isHere = useWhileHere();
  const count = newer + messages.length + older;
  const isDone = folder === 'archived' || folder === 'suspected' || words !== '';
  // Of what is still to be done only what fills pages: a flood.
  if (place || count < 2 || !(isDone || (folder !== 'all' && older > 0))) return null;

  async function remove() {
    onAsk();
    await run(async () => {
      // What came since was seen by nobody.
      const seen = (await findMessages(folder, words)).filter(({ id }) => id <= (messages[0]?.id ?? 0));
      if (!isHere() || !window.confirm(t('messages.deleteAllConfirm', { count: seen.length }))) return;
      onDelete(new Set(seen.map(({ id }) => id)));
      let [deleted, changed] = [0, 0];
      try {
        await deleteMessages(seen, (gone, stays) => {
          deleted += gone;
          changed += stays;
        });
      } finally {
        const said = [deleted > 0 && t('messages.allDeleted', { count: deleted }), changed > 0 && t('messages.notDeleted', { count: changed })];
        onGone(said.filter(Boolean).join(' '), losesFocus(button.current));
      }
    });
  }
  return (
    <div>
      <button ref={button} type="button" className="button button--quiet button--danger" aria-disabled={busy} onClick={() => void remove()}>
        {t('messages.deleteAll', { count })}
      </button>
      <MessageFailure failure={failure} news="" />
    </div>
  );
}
