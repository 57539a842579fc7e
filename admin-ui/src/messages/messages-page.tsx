import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { type Folder, FOLDERS, listAssignees, type Place } from '../api/messages';
import { statusOf } from '../api/errors';
import type { Message } from '../api/types';
import { losesFocus } from '../ui/keep-focus';
import { NotLoaded } from '../ui/not-loaded';
import { DeleteAll } from './delete-all';
import { MessagePages } from './message-pages';
import { MessageRow } from './message-row';
import { NotesElsewhere } from './notes-elsewhere';
import { useCounts } from './use-counts';
import { PAGE, useMessages } from './use-messages';
import { useNotes } from './use-notes';
import { useOpen } from './use-open';
import { usePlace } from './use-place';
import { useUndone } from './use-undone';
import './messages.css';

/** What visitors wrote, for those who answer. */
export function MessagesPage() {
  const { t } = useTranslation();
  const { key, go, ...shownNow } = usePlace();
  const { folder, words, place } = shownNow;
  const [typed, setTyped] = useState(words);
  const [found, setFound] = useState(words);
  // On the way back and forward the words are others.
  if (found !== words) {
    setFound(words);
    setTyped(words);
  }
  const [said, setSaid] = useState('');
  const [undone, setUndone] = useUndone();
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLUListElement>(null);
  const counts = useCounts();
  const { list, put, freshen, renew } = useMessages(shownNow, counts);
  const opened = useOpen(key, list.data?.messages);
  const { shown } = opened;
  const assignees = useQuery({ queryKey: ['assignees'], queryFn: listAssignees, staleTime: 0 });
  const notes = useNotes();
  // The last message of the last page has left it. What is kept from an earlier look says nothing of that.
  const beyond = list.isSuccess && !list.isFetching && shown.length === 0 && place !== null;
  const toNext = useEffectEvent(() =>
    go({ place: list.data && list.data.newer > PAGE && place ? { side: 'after', id: Math.max(1, place.id - 1) } : null }, true),
  );
  useEffect(() => {
    if (beyond) toNext();
  }, [beyond]);

  function show(next: Folder, of = words) {
    go({ folder: next, words: of });
    tell('');
  }
  function tell(sentence: string) {
    setSaid(sentence);
    setUndone('');
  }
  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wanted = typed.trim();
    setTyped(wanted);
    // Words are looked for everywhere: whoever remembers them does not know what became of the message.
    show(wanted && !words ? 'all' : folder, wanted);
  }
  function endSearch() {
    setTyped('');
    show('new', '');
    // The button that was pressed is gone.
    field.current?.focus();
  }
  function turn(to: Place | null) {
    go({ place: to });
    // The buttons are gone until the page is there; the next Tab leads into it.
    heading.current?.focus();
  }
  function changed(message: Message, sentence: string, isHere: boolean) {
    tell(sentence);
    put(message);
    opened.put(message);
    // It may be of another folder now: then its place is given up, and the focus with it.
    if (!belongs(message, folder)) left(message.id);
    // What is shown by now may have been read before.
    else void renew(!isHere);
  }
  function fresh(now: Message) {
    freshen(now);
    opened.freshen(now);
    void renew(false);
  }
  function opens(message: Message, isOpen: boolean) {
    if (isOpen) opened.open(message);
    else close(message.id);
  }
  /** A message that is of somewhere else goes with that, and the focus with it. */
  function close(id: number) {
    if (opened.strayed.some((one) => one.id === id)) leaves(id);
    opened.close(id);
  }
  function gone(id: number, sentence: string) {
    tell(sentence);
    notes.forget(id);
    left(id);
  }
  /** Its note stays, if there is one that is not saved. */
  function missing({ id, name }: Message) {
    tell(t('messages.missing', { name }));
    left(id);
  }
  /** Its row has gone, with its folder or its page, and there is nowhere else to tell it. */
  function unheard({ name }: Message, why: string) {
    setSaid('');
    setUndone(t('messages.unheard', { name, why }));
  }
  /** Many at once. */
  function manyGone(sentence: string, takesFocus: boolean) {
    tell(sentence);
    void renew(true);
    if (takesFocus) heading.current?.focus();
  }
  /** A note whose message is not shown. The button that was pressed is gone. */
  function discard({ id, name }: Message) {
    tell(t('messages.noteDiscarded', { name }));
    notes.forget(id);
    heading.current?.focus();
  }
  function left(id: number) {
    void renew(true);
    leaves(id);
    opened.close(id);
  }
  function leaves(id: number) {
    if (losesFocus(rows.current?.querySelector(`[data-message-id="${id}"]`))) heading.current?.focus();
  }

  if (statusOf(list.error) === 403) {
    return (
      <>
        <p className="notice notice--problem">{t('messages.notAllowed')}</p>
        <NotesElsewhere notes={notes.unsaved} onSaid={tell} onDiscard={discard} />
        <p role="status">{said}</p>
      </>
    );
  }
  const elsewhere = list.data ? notes.unsaved.filter(({ message }) => !shown.some(({ id }) => id === message.id)) : [];
  return (
    <section className="inbox" aria-labelledby="inbox-title">
      <h2 className="panel__title" id="inbox-title" tabIndex={-1} ref={heading}>
        {t('screens.messages')}
      </h2>
      <div className="inbox__tools">
        <div className="segments inbox__folders" role="group" aria-label={t('messages.folders')}>
          {FOLDERS.map((one) => (
            <button key={one} type="button" className="segments__item" aria-pressed={folder === one} onClick={() => show(one)}>
              {t(`messages.folder_${one}`)}
              {one !== 'all' && counts && counts[one] > 0 && <span className="inbox__count">{counts[one]}</span>}
            </button>
          ))}
        </div>
        <form className="inbox__find" role="search" onSubmit={find}>
          <input
            ref={field}
            type="text"
            name="q"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            maxLength={200}
            aria-label={t('messages.find')}
            placeholder={t('messages.find')}
          />
          <button type="submit" className="button">
            {t('messages.findButton')}
          </button>
          {words && (
            <button type="button" className="button button--quiet" onClick={endSearch}>
              {t('messages.findClear')}
            </button>
          )}
        </form>
      </div>
      {folder === 'suspected' && <p className="muted">{t('messages.suspectedHint')}</p>}
      {counts?.room && counts.room !== 'enough' && <p className="notice notice--problem">{t(`messages.room_${counts.room}`)}</p>}
      {list.data && (
        <DeleteAll
          key={`all ${key}`}
          where={shownNow}
          page={list.data}
          onAsk={() => tell('')}
          onDelete={opened.closeAll}
          onGone={manyGone}
          onFailed={setUndone}
        />
      )}
      <p role="status" className="inbox__said">
        {said}
      </p>
      <p role="alert" className="field__error">
        {undone}
      </p>
      <NotLoaded of={list} words={t('messages.notLoaded')} title={heading} />
      <NotesElsewhere notes={elsewhere} onSaid={tell} onDiscard={discard} />
      {list.data && shown.length === 0 && !place && <p className="inbox__empty">{t(words ? 'messages.notFound' : 'messages.empty')}</p>}
      <ul className="inbox__list" ref={rows} key={key}>
        {shown.map((message) => (
          <MessageRow
            key={message.id}
            message={message}
            assignees={assignees}
            note={notes.of(message)}
            onNote={(typed) => notes.type(message, typed)}
            strayed={opened.strayed.includes(message)}
            send={notes.send}
            onAsk={() => tell('')}
            onChanged={changed}
            onOpen={opens}
            onFresh={fresh}
            onGone={gone}
            onMissing={missing}
            onUnheard={unheard}
          />
        ))}
      </ul>
      {list.data && <MessagePages page={list.data} onTurn={turn} />}
    </section>
  );
}

function belongs({ state, suspected }: Message, folder: Folder): boolean {
  if (folder === 'suspected' || suspected) return folder === 'suspected' && Boolean(suspected);
  return folder === 'all' || folder === state;
}
