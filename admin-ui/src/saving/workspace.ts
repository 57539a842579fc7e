import i18next from 'i18next';
import { statusOf } from '../api/errors';
import { getImage, getPost } from '../api/posts';
import type { Post, Versioned } from '../api/types';
import { isDirty } from '../form/compare';
import { baseOf, type Content, contentOf, type FormState } from '../form/state';
import { ALERTS } from '../i18n/fixed';
import { announceEntries } from '../journal/changes';
import { claimSession, holdSession } from '../journal/locks';
import { askToKeep } from '../journal/persistence';
import { type Entry, readEntry, removeEntry } from '../journal/store';
import { JournalWriter } from '../journal/writer';
import { keepFocus } from '../ui/keep-focus';
import { randomUuid } from '../ui/random-uuid';
import { setUnsaved } from '../ui/unsaved';
import { deletePostOf } from './delete';
import { failureOf } from './failure';
import type { Page } from './page';
import { painted } from './painted';
import type { PostCache } from './post-cache';
import { runSave } from './run-save';
import { type Action, initialState, reducer, type State } from './state';

/**
 * Everything the admin page does, outside of React: the form with its journal, saving, deleting, and the way back from
 * each failure. What waits for an answer looks at the state of that moment, never at one from before.
 */
export class Workspace implements Page {
  private current: State = initialState(randomUuid());
  private readonly listeners = new Set<() => void>();
  private readonly running = new Map<string, AbortController>();
  private turn = 0;
  private letGo: () => void = () => undefined;
  readonly journal = new JournalWriter({
    checked: (form, dirty) => this.dispatch({ type: 'checked', form, dirty }),
    kept: (session, kept) => this.dispatch({ type: 'kept', session, kept }),
  });

  constructor(readonly posts: PostCache) {}

  get state(): State {
    return this.current;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  /** Takes the open form under its lock until the returned function is called. */
  start(): () => void {
    this.letGo = holdSession(this.current.form.session);
    setUnsaved(this.current.unsaved);
    const flush = () => void this.journal.flush();
    window.addEventListener('beforeunload', flush);
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('beforeunload', flush);
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      setUnsaved(false);
      this.release(this.letGo);
    };
  }

  readonly dispatch = (action: Action): void => {
    const before = this.current;
    this.current = reducer(before, action);
    if (this.current === before) return;
    if (this.current.form !== before.form) this.changed(before.form);
    setUnsaved(this.current.unsaved);
    for (const listener of this.listeners) listener();
  };

  /** The entry of a text that is left is offered back once it is written and nobody holds it any more. */
  private changed({ session }: FormState): void {
    const { form } = this.current;
    this.journal.note(form);
    if (form.session === session) return;
    const letGo = this.letGo;
    this.letGo = holdSession(form.session);
    this.release(letGo);
  }

  private release(letGo: () => void): void {
    void this.journal.flush().then(() => {
      letGo();
      announceEntries();
    });
  }

  readonly save = (): Promise<void> => this.send(this.current.form);

  private async send(form: FormState): Promise<void> {
    const { session } = form;
    if (this.running.has(session)) return;
    const stop = new AbortController();
    this.running.set(session, stop);
    // Nobody takes the entry up while the answer is on its way.
    const letGo = holdSession(session);
    askToKeep();
    const finish = await runSave(this, form, stop.signal).finally(() => {
      this.running.delete(session);
      this.release(letGo);
    });
    await finish();
  }

  /** Gives up waiting for the answer; what was sent may still arrive. */
  readonly stop = (session: string): void => this.running.get(session)?.abort();

  /** True when the browser keeps what is left behind, or the editor does not mind. */
  private mayLeave(): boolean {
    const { unsaved, kept } = this.current;
    return !unsaved || kept !== false || window.confirm(i18next.t('layout.leave'));
  }

  readonly edit = async (id: number): Promise<void> => {
    const turn = ++this.turn;
    this.dispatch({ type: 'opening', id });
    try {
      const post = await getPost(id);
      this.posts.seen(post);
      if (turn !== this.turn) return;
      if (this.mayLeave()) this.dispatch({ type: 'edit', session: randomUuid(), post });
      else this.dispatch({ type: 'opening', id: null });
    } catch (error) {
      this.unopened(id, error, turn);
    }
  };

  private unopened(id: number, error: unknown, turn: number): void {
    console.error(ALERTS.loadFailed, error);
    if (statusOf(error) === 404) this.posts.removed(id);
    if (turn !== this.turn) return;
    this.dispatch({ type: 'opening', id: null });
    this.dispatch({ type: 'notice', notice: { kind: 'unopened', id, failure: failureOf(error) } });
    window.alert(ALERTS.loadFailed);
  }

  readonly cancel = (): void => {
    if (!this.mayLeave()) return;
    this.turn += 1;
    this.dispatch({ type: 'create', session: randomUuid() });
  };

  /** Takes an entry up as it is now: the banner may have been read long ago, and another tab may be at work on it. */
  readonly restore = async (session: string): Promise<void> => {
    const turn = ++this.turn;
    const letGo = await claimSession(session);
    const entry = letGo && ((await readEntry(session).catch(() => null)) ?? this.leftForm(session));
    if (turn === this.turn) {
      if (!letGo) this.dispatch({ type: 'notice', notice: { kind: 'textElsewhere' } });
      else if (!entry) this.dispatch({ type: 'notice', notice: { kind: 'textGone' } });
      else if (this.mayLeave()) this.dispatch({ type: 'restore', ...contentOf(entry), session, base: entry.base, attempt: entry.attempt });
    }
    letGo?.();
    announceEntries();
  };

  /** What was sent from a form that was left, where the browser keeps no entries. */
  private leftForm(session: string): FormState | Entry | null {
    return this.current.saves.find((save) => save.session === session)?.sent ?? null;
  }

  /** Throws an entry away, unless a form has it open again. */
  readonly discard = async (session: string): Promise<void> => {
    const letGo = await claimSession(session);
    if (letGo) await removeEntry(session).catch(console.warn);
    else this.dispatch({ type: 'notice', notice: { kind: 'textElsewhere' } });
    letGo?.();
    announceEntries();
  };

  /** The post was deleted: what is in the form, and the picture the post had, become a new one. */
  readonly saveAsNew = async (): Promise<void> => {
    const { form } = this.current;
    const kept = form.image || form.imageRemoved ? null : (form.base?.image ?? null);
    const picture = kept ? await getImage(kept).catch(() => null) : form.image;
    const now = this.current.form;
    if (now.session !== form.session) return;
    this.dispatch({ type: 'rebase', ...contentOf(now), base: null, image: now.image ?? picture, imageRemoved: false });
    this.dispatch({ type: 'dismissed', session: form.session });
    if (kept && !picture) this.dispatch({ type: 'notice', notice: { kind: 'imageLost' } });
    else await this.save();
  };

  /** Saves what was chosen from both versions. */
  readonly resolve = (theirs: Versioned<Post>, content: Content): Promise<void> => {
    this.dispatch({ type: 'rebase', base: baseOf(theirs), ...content });
    return this.save();
  };

  readonly closeConflict = (): void => this.dispatch({ type: 'dismissed', session: this.current.form.session });

  /** Whether the form holds something unsaved is known to the letter with every key, and now by what it says. */
  private lookClosely(): void {
    const { form } = this.current;
    this.dispatch({ type: 'checked', form, dirty: isDirty(form) });
  }

  /** Asks, deletes, tells. Each post by itself: another one may be deleted or saved meanwhile. */
  readonly remove = async (id: number): Promise<void> => {
    if (this.current.deleting.includes(id) || !window.confirm(ALERTS.deleteConfirm)) return;
    this.dispatch({ type: 'deleting', id });
    const result = await deletePostOf(this.posts, id);
    this.lookClosely();
    if (result === 'gone') this.dispatch({ type: 'deleted', id, next: randomUuid() });
    else this.dispatch({ type: 'undeleted', id, changed: result === 'changed' });
    await painted();
    keepFocus(document.getElementById('list-title'));
    window.alert(result === 'gone' ? ALERTS.deleted : ALERTS.deleteFailed);
  };
}
