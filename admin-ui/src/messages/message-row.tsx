import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { goneInAnyCase } from '../api/errors';
import { changeMessage, deleteMessage, type MessageChange } from '../api/messages';
import type { Assignee, Message } from '../api/types';
import { formatBaku } from '../i18n/dates';
import { NotLoaded } from '../ui/not-loaded';
import { useWhileHere } from '../ui/while-here';
import { useLastChoice } from '../people/use-last-choice';
import { useSending } from '../people/use-sending';
import { MessageFailure, sentenceOf } from './message-failure';
import { MessageNote } from './message-note';
import { replyAddress } from './reply';
import { isUnsaved, type Note } from './use-notes';
import { useSubject } from './use-subject';

interface Props {
  message: Message;
  assignees: UseQueryResult<readonly Assignee[]>;
  note: Note;
  onNote: (words: string) => void;
  /** Changes it together with its note; `null` if the note has to be looked at first. */
  send: (change: MessageChange) => Promise<Message | null>;
  /** Something is asked for: what was told before is over. */
  onAsk: () => void;
  /** It is another one now; whether this row is still shown. */
  onChanged: (message: Message, sentence: string, isHere: boolean) => void;
  /** Somebody has looked at it. */
  onSeen: (id: number) => void;
  /** It is not there any more. */
  onGone: (id: number, sentence: string) => void;
  /** Somebody else has deleted it. */
  onMissing: (message: Message) => void;
  /** Something did not work, and this row is not shown any more. */
  onUnheard: (message: Message, why: string) => void;
}

/** One message: who wrote, and behind that the words and what is done with them. */
export function MessageRow({ message, assignees, note, onNote, send, onAsk, onChanged, onSeen, onGone, onMissing, onUnheard }: Props) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const { busy, failure, run, idle } = useSending({ onGone: async () => onMissing(message), onUnheard: (why) => onUnheard(message, sentenceOf(t, why)) });
  const isHere = useWhileHere();
  const who = useRef<HTMLSelectElement>(null);
  const { shown: chosen, choose } = useLastChoice<number | null>(idle);
  // Words that are not saved are not hidden.
  const [open, setOpen] = useState(() => isUnsaved(note));
  const subject = useSubject(message.subject);
  const { name } = message;
  const time = formatBaku(message.received_at, i18n.language);

  async function change(asked: () => Promise<Message | null>, sentence: string) {
    onAsk();
    await run(async () => {
      const changed = await asked();
      if (changed) return onChanged(changed, sentence, isHere());
      // Somebody else's note stands beside one's own now.
      setOpen(true);
      if (!isHere()) onUnheard(message, t('people.changed'));
    });
  }
  /** Opening a message says that somebody has seen it. Nobody waits for that; if it fails, the message stays unread. */
  function look() {
    if (!message.read) changeMessage(message.id, { read: true }).then(() => onSeen(message.id), () => undefined);
  }
  /** The row stays where it is, and so does what is typed in it. */
  async function assign(who: number | null) {
    let now = message;
    onAsk();
    await choose(who, {
      before: message.assigned_to?.id ?? null,
      save: (next) => run(async () => void (now = (await changeMessage(message.id, { assigned_to: next })).value)),
      tell: () => onChanged(now, t('messages.assignedTo', { name: now.assigned_to?.username ?? t('messages.nobody'), sender: name }), isHere()),
    });
  }
  async function remove() {
    if (!window.confirm(t('messages.deleteConfirm', { name }))) return;
    onAsk();
    await run(async () => {
      await goneInAnyCase(deleteMessage(message.id));
      onGone(message.id, t('messages.deleted', { name }));
    });
  }

  return (
    <li className={`message${message.read ? '' : ' message--unread'}`} data-message-id={message.id}>
      <h3 className="message__heading">
        <button
          type="button"
          className="message__head"
          aria-expanded={open}
          aria-controls={`${id}-body`}
          onClick={() => {
            setOpen(!open);
            if (!open) look();
          }}
        >
          <span className="message__name" id={`${id}-name`}>
            {!message.read && <span className="message__mark">{t('messages.isNew')}</span>} {name}
          </span>
          <span className="message__subject">{subject}</span>
          <span className="message__time">{time}</span>
          {!open && <span className="message__first">{message.message}</span>}
        </button>
      </h3>
      <div id={`${id}-body`} className="message__body" hidden={!open}>
        <p className="message__words">{message.message}</p>
        <dl className="message__facts">
          <dt>{t('messages.email')}</dt>
          <dd>{message.email}</dd>
          {message.phone && (
            <>
              <dt>{t('messages.phone')}</dt>
              <dd>
                <a href={`tel:${message.phone.replace(/[^+\d]/g, '')}`}>{message.phone}</a>
              </dd>
            </>
          )}
          {message.suspected && (
            <>
              <dt>{t('messages.why')}</dt>
              <dd>{t(`messages.${message.suspected}`)}</dd>
            </>
          )}
          {message.handled_by && message.handled_at && (
            <>
              <dt>{t(`messages.${message.state}`)}</dt>
              <dd>{t('messages.handled', { name: message.handled_by, time: formatBaku(message.handled_at, i18n.language) })}</dd>
            </>
          )}
        </dl>
        <label className="message__assignee" htmlFor={`${id}-who`}>
          <span>{t('messages.assigned')}</span>
          <select
            ref={who}
            id={`${id}-who`}
            aria-describedby={`${id}-name`}
            value={(chosen ? chosen.value : message.assigned_to?.id) ?? ''}
            aria-disabled={busy}
            onChange={({ target }) => void assign(target.value ? Number(target.value) : null)}
          >
            <option value="">{t('messages.nobody')}</option>
            {known(assignees.data ?? [], message.assigned_to).map((user) => (
              <option key={user.id} value={user.id}>
                {user.username}
              </option>
            ))}
          </select>
        </label>
        {open && <NotLoaded of={assignees} words={t('messages.assigneesNotLoaded')} title={who} />}
        <MessageNote note={note} busy={busy} onType={onNote} onSave={() => void change(() => send({}), t('messages.noteSaved'))} />
        <div className="message__tools">
          {message.suspected ? (
            <button type="button" className="button button--primary" aria-disabled={busy} onClick={() => void change(() => send({ suspected: false }), t('messages.cleared', { name }))}>
              {t('messages.clear')}
            </button>
          ) : (
            <>
              <a className="button button--primary" href={replyAddress(message, subject, t('messages.wrote', { name, time }))}>
                {t('messages.reply')}
              </a>
              {message.state !== 'answered' && (
                <button type="button" className="button" aria-disabled={busy} onClick={() => void change(() => send({ state: 'answered' }), t('messages.nowAnswered', { name }))}>
                  {t('messages.markAnswered')}
                </button>
              )}
              {message.state !== 'archived' && (
                <button type="button" className="button" aria-disabled={busy} onClick={() => void change(() => send({ state: 'archived' }), t('messages.nowArchived', { name }))}>
                  {t('messages.archive')}
                </button>
              )}
              {message.state !== 'new' && (
                <button type="button" className="button" aria-disabled={busy} onClick={() => void change(() => send({ state: 'new' }), t('messages.nowNew', { name }))}>
                  {t('messages.back')}
                </button>
              )}
            </>
          )}
          <button type="button" className="button button--quiet button--danger" aria-disabled={busy} aria-label={t('messages.deleteLabel', { name })} onClick={() => void remove()}>
            {t('messages.delete')}
          </button>
        </div>
      </div>
      {/* Said also where the words were hidden meanwhile. */}
      <MessageFailure failure={failure} />
    </li>
  );
}

/** Whoever was asked may have left or lost the role since. */
function known(assignees: readonly Assignee[], chosen: Assignee | null | undefined): readonly Assignee[] {
  return chosen && !assignees.some(({ id }) => id === chosen.id) ? [...assignees, chosen] : assignees;
}
