import { useRef } from 'react';
import { deleteMessages, findMessages } from '../api/many-messages';
import type { MessagePage } from '../api/messages';
import { useTranslation } from '../i18n/use-translation';
import { failureOf } from '../people/failure';
import { useSending } from '../people/use-sending';
import { losesFocus } from '../ui/keep-focus';
import { useWhileHere } from '../ui/while-here';
import { sentenceOf } from './message-failure';
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
  /** Something did not work: said where it stays, because this may go with the messages. */
  onFailed: (why: string) => void;
}

/** Deletes a folder, or all that was found: what there was when it was looked at, and nobody has changed since. */
export function DeleteAll({ where: { folder, words, place }, page: { messages, newer, older }, onAsk, onDelete, onGone, onFailed }: Props) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const { busy, failure, run } = useSending();
  const isHere = useWhileHere();
  const count = newer + messages.length + older;
  // Of what is still to be done only what fills pages: a flood. One that remains because something failed can be tried again.
  const isOffered =
    !place &&
    (failure || (count > 1 && (folder === 'archived' || folder === 'suspected' || words !== '' || (folder !== 'all' && older > 0))));
  if (count === 0 || (!busy && !isOffered)) return null;

  async function remove() {
    onAsk();
    await run(async () => {
      try {
        await ask();
      } catch (error) {
        onFailed(sentenceOf(t, failureOf(error)));
        throw error;
      }
    });
  }
  async function ask() {
    // What came since was seen by nobody.
    const seen = (await findMessages(folder, words)).filter(({ id }) => id <= (messages[0]?.id ?? 0));
    if (!isHere()) return;
    if (seen.length === 0) return onGone('', losesFocus(button.current));
    if (!window.confirm(t('messages.deleteAllConfirm', { count: seen.length }))) return;
    onDelete(new Set(seen.map(({ id }) => id)));
    let [deleted, changed, answered] = [0, 0, 0];
    const tell = (gone: number, stays: number, asked: number) => {
      deleted += gone;
      changed += stays;
      answered += asked;
    };
    try {
      await deleteMessages(seen, tell).catch(async (error: unknown) => {
        const rest = seen.slice(answered);
        const now = await lookAgain().catch(() => null);
        if (!now) throw error;
        const [gone, there] = [rest.filter(({ id }) => !now.has(id)), rest.filter(({ id }) => now.has(id))];
        const others = there.filter(({ id, version }) => now.get(id) !== version);
        tell(gone.length, others.length, 0);
        if (others.length < there.length) throw error;
      });
    } finally {
      const said = [
        deleted > 0 && t('messages.allDeleted', { count: deleted }),
        changed > 0 && t('messages.notDeleted', { count: changed }),
      ];
      onGone(said.filter(Boolean).join(' '), losesFocus(button.current));
    }
  }
  /** The answer was lost, perhaps not what was asked for: the version of each message that is still there, wherever it is by now. */
  async function lookAgain(): Promise<Map<number, number>> {
    const there = await Promise.all([findMessages('all', ''), findMessages('suspected', '')]);
    return new Map(there.flat().map(({ id, version }) => [id, version]));
  }
  return (
    <div>
      <button ref={button} type="button" className="button button--quiet button--danger" aria-disabled={busy} onClick={() => void remove()}>
        {t('messages.deleteAll', { count })}
      </button>
    </div>
  );
}
