import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { type Folder, FOLDERS, listAssignees, listMessages } from '../api/messages';
import { statusOf } from '../api/errors';
import type { Message } from '../api/types';
import { losesFocus } from '../ui/keep-focus';
import { NotLoaded } from '../ui/not-loaded';
import { MessageRow } from './message-row';
import { NotesElsewhere } from './notes-elsewhere';
import { useCounts } from './use-counts';
import { useNotes } from './use-notes';
import { useUndone } from './use-undone';
import './messages.css';

const PAGE = 20;

/** What visitors wrote, for those who answer. */
export function MessagesPage() {
  const { t } = useTranslation();
  const [folder, setFolder] = useState<Folder>('new');
  const [words, setWords] = useState('');
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const [said, setSaid] = useState('');
  const [undone, setUndone] = useUndone();
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLUListElement>(null);
  const counts = useCounts();
  const { list, replace, renew } = useMessages(folder, words, page);
  const assignees = useQuery({ queryKey: ['assignees'], queryFn: listAssignees, staleTime: 0 });
  const notes = useNotes();
  // Visitors write, and colleagues put messages away, while this is looked at: the list is as new as the number beside its folder.
  const onCounts = useEffectEvent(() => {
    if (folder !== 'all' && !words && counts && list.data && !list.isFetching && counts[folder] !== list.data.total) void renew(true);
  });
  useEffect(() => onCounts(), [counts]);

  function show(next: Folder, found = words) {
    setFolder(next);
    setWords(found);
    setPage(1);
    tell('');
  }
  function tell(sentence: string) {
    setSaid(sentence);
    setUndone('');
  }
  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = typed.trim();
    setTyped(found);
    // Words are looked for everywhere: whoever remembers them does not know what became of the message.
    show(found && !words ? 'all' : folder, found);
  }
  function endSearch() {
    setTyped('');
    show('new', '');
    // The button that was pressed is gone.
    field.current?.focus();
  }
  function turn(to: number) {
    setPage(to);
    // The buttons are gone until the page is there; the next Tab leads into it.
    heading.current?.focus();
  }
  function changed(message: Message, sentence: string, isHere: boolean) {
    tell(sentence);
    replace(message.id, message);
    // It may be of another folder now: then its place is given up, and the focus with it.
    if (!belongs(message, folder)) left(message.id);
    // What is shown by now may have been read before.
    else void renew(!isHere);
  }
  function seen(id: number) {
    replace(id, { read: true });
    void renew(false);
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
  /** A note whose message is not shown. The button that was pressed is gone. */
  function discard({ id, name }: Message) {
    tell(t('messages.noteDiscarded', { name }));
    notes.forget(id);
    heading.current?.focus();
  }
  function left(id: number) {
    void renew(true);
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
  const pages = Math.max(1, Math.ceil((list.data?.total ?? 0) / PAGE));
  // The last message of the last page has left it. What is kept from an earlier look says nothing of that.
  if (list.isSuccess && !list.isFetching && page > pages) setPage(pages);
  const shown = list.data?.messages ?? [];
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
          <input ref={field} type="text" name="q" value={typed} onChange={({ target }) => setTyped(target.value)} maxLength={200} aria-label={t('messages.find')} placeholder={t('messages.find')} />
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
      <p role="status" className="inbox__said">
        {said}
      </p>
      <p role="alert" className="field__error">
        {undone}
      </p>
      <NotLoaded of={list} words={t('messages.notLoaded')} title={heading} />
      <NotesElsewhere notes={elsewhere} onSaid={tell} onDiscard={discard} />
      {list.data && shown.length === 0 && page <= pages && <p className="inbox__empty">{t(words ? 'messages.notFound' : 'messages.empty')}</p>}
      <ul className="inbox__list" ref={rows}>
        {shown.map((message) => (
          <MessageRow
            key={message.id}
            message={message}
            assignees={assignees}
            note={notes.of(message)}
            onNote={(typed) => notes.type(message, typed)}
            send={(change) => notes.send(message, change)}
            onAsk={() => tell('')}
            onChanged={changed}
            onSeen={seen}
            onGone={gone}
            onMissing={missing}
            onUnheard={unheard}
          />
        ))}
      </ul>
      {pages > 1 && (
        <nav className="inbox__pages" aria-label={t('list.pages')}>
          <button type="button" className="button" disabled={page === 1} onClick={() => turn(page - 1)}>
            {t('list.newer')}
          </button>
          <span>{t('list.pageOf', { page, pages })}</span>
          <button type="button" className="button" disabled={page >= pages} onClick={() => turn(page + 1)}>
            {t('list.older')}
          </button>
        </nav>
      )}
    </section>
  );
}

function belongs({ state, suspected }: Message, folder: Folder): boolean {
  if (folder === 'suspected' || suspected) return folder === 'suspected' && Boolean(suspected);
  return folder === 'all' || folder === state;
}

/** A page of a folder; what is changed by hand is shown at once, and read again. */
function useMessages(folder: Folder, words: string, page: number) {
  const queries = useQueryClient();
  const key = ['messages', folder, words, page];
  const list = useQuery({ queryKey: key, queryFn: () => listMessages(folder, words, page, PAGE), staleTime: 0 });
  /** Wherever it is shown by now, or was before. */
  function replace(id: number, change: Partial<Message>) {
    queries.setQueriesData<typeof list.data>({ queryKey: ['messages'] }, (data) => data && { ...data, messages: data.messages.map((one) => (one.id === id ? { ...one, ...change } : one)) });
  }
  async function renew(also: boolean) {
    await Promise.all([queries.invalidateQueries({ queryKey: ['message-counts'] }), also && queries.invalidateQueries({ queryKey: ['messages'] })]);
  }
  return { list, replace, renew };
}
