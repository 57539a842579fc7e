import { translation } from '../i18n/translate';
import { statusOf } from '../api/errors';
import { getDraft } from '../api/drafts';
import { getImage } from '../api/posts';
import { isDirty } from '../form/compare';
import { mergeContents } from '../form/merge';
import { type Base, baseOfDraft, basisOf, type Content, contentOf, type FormState, isLive } from '../form/state';
import { ALERTS } from '../i18n/fixed';
import { announceEntries } from '../journal/changes';
import { claimSitting, holdSitting } from '../journal/locks';
import { askToKeep } from '../journal/persistence';
import { type Entry, readEntries, readEntry } from '../journal/store';
import { JournalWriter } from '../journal/writer';
import { randomUuid } from '../ui/random-uuid';
import { hasUnsaved, onUnsavedChange, setUnsaved } from '../ui/unsaved';
import { discardEntry, type Discarding } from './discard';
import { Drafts } from './drafts';
import { failureOf } from './failure';
import { dropLeft } from './left-draft';
import type { Page } from './page';
import type { PostCache } from './post-cache';
import { rememberDraft, rememberedDraft } from './reloaded';
import { type Finish, runSave } from './run-save';
import { Steps } from './steps';
import { askToDelete, bringBack, deleteNow, type Restoring } from './trash';
import { type Action, initialState, type LeftDraft, reducer, type State } from './state';

/** How often an answer about the open post may come too late. */
const LOOKS = 3;

/** What brings words into the form that the server may not have; everything else is no reason to keep a draft. */
const WRITTEN: ReadonlySet<Action['type']> = new Set(['field', 'texts', 'image', 'imageRemoved', 'restore']);

/** A save on its way: how it is given up, and when it is over. */
interface Running {
  stop: AbortController;
  over: Promise<void>;
}

/** Another text comes into the form. */
const LEAVING: ReadonlySet<Action['type']> = new Set(['open', 'restore']);

/**
 * Everything the admin page does, outside of React: the form with its journal, saving, deleting, and the way back from
 * each failure. What waits for an answer looks at the state of that moment, never at one from before.
 */
export class Workspace implements Page {
  private current: State = initialState(randomUuid());
  private readonly listeners = new Set<() => void>();
  private readonly running = new Map<string, Running>();
  private turn = 0;
  private look = 0;
  /** Whoever was here has left, or agreed to leave what is unsaved: what is still answered does not hold the page. */
  private abandoned = true;
  private letGo: () => void = () => undefined;
  readonly journal = new JournalWriter({
    checked: (form, dirty) => this.dispatch({ type: 'checked', form, dirty }),
    kept: (sitting, kept) => this.dispatch({ type: 'kept', sitting, kept }),
  });

  readonly drafts = new Drafts(this);
  private readonly steps = new Steps(this);
  readonly act = this.steps.act;
  readonly revert = this.steps.revert;

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
    this.abandoned = false;
    this.drafts.wake();
    this.letGo = holdSitting(this.current.form.sitting);
    setUnsaved(this.current.unsaved);
    void this.offerAgain();
    const flush = () => void this.journal.flush();
    window.addEventListener('beforeunload', flush);
    // The browser keeps the words in any case; the server has them too, where it can be reached and they are not too long.
    const leave = () => {
      this.drafts.leavePage();
      this.journal.flushNow();
      rememberDraft(this.current);
    };
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', flush);
    const online = () => this.drafts.online();
    window.addEventListener('online', online);
    // Who signs out agrees first to leave what is unsaved.
    const forget = onUnsavedChange(() => {
      if (!this.current.unsaved || hasUnsaved() || this.abandoned) return;
      this.abandoned = true;
      this.drafts.leavePage();
    });
    return () => {
      forget();
      window.removeEventListener('beforeunload', flush);
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('online', online);
      this.abandoned = true;
      setUnsaved(false);
      this.drafts.rest();
      this.release(this.letGo);
    };
  }

  readonly dispatch = (action: Action): void => {
    const before = this.current;
    this.current = reducer(before, action);
    if (this.current === before) return;
    if (this.current.unsaved && !before.unsaved) this.lookClosely();
    if (this.current.form !== before.form) this.changed(before.form);
    if (WRITTEN.has(action.type)) this.drafts.note();
    if (LEAVING.has(action.type)) void this.left(before);
    setUnsaved(this.current.unsaved && !this.abandoned);
    for (const listener of this.listeners) listener();
  };

  /** An editor that spells a text its own way has written nothing: asked once for each text, not with every key. */
  private lookClosely(): void {
    const { form } = this.current;
    if (!isDirty(form)) this.current = reducer(this.current, { type: 'checked', form, dirty: false });
  }

  /** What was written in the last pause is not left to this browser alone. */
  private async left({ form, draft, unsaved }: State): Promise<Base | null> {
    if (form.sitting === this.current.form.sitting || draft?.name === 'conflict' || this.running.has(form.sitting)) return null;
    return unsaved || draft?.name === 'sending' ? this.drafts.leave(form) : form.base;
  }

  /** The entry of a text that is left is offered back once it is written and nobody holds it any more. */
  private changed({ sitting }: FormState): void {
    const { form } = this.current;
    this.journal.note(form);
    if (form.sitting === sitting) return;
    const letGo = this.letGo;
    this.letGo = holdSitting(form.sitting);
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
    const { sitting } = form;
    if (this.running.has(sitting)) return;
    const stop = new AbortController();
    let end: () => void = () => undefined;
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.running.set(sitting, { stop, over });
    if (this.drafts.isRunning(sitting)) this.dispatch({ type: 'sending', sent: form });
    // Nobody takes the entry up while the answer is on its way.
    const letGo = holdSitting(sitting);
    askToKeep();
    const finish = await this.sendSettled(form, stop.signal).finally(() => {
      this.running.delete(sitting);
      end();
      this.release(letGo);
    });
    this.drafts.resume();
    await finish();
  }

  /** Once no draft of it is on its way; given up before, nothing was sent. */
  private async sendSettled(form: FormState, signal: AbortSignal): Promise<Finish> {
    const { sitting } = form;
    const ready = await this.drafts.settled(form, signal);
    if (!ready) this.dispatch({ type: 'ended', sitting, phase: { name: 'failed', failure: 'unsent', creating: !isLive(form) } });
    else if (!this.showDraftConflict(sitting)) return runSave(this, ready, signal);
    else return async () => this.dispatch({ type: 'dismissed', sitting });
    return async () => undefined;
  }

  /** Somebody else is in the way of the draft: to be decided before anything goes live. */
  private showDraftConflict(sitting: string): boolean {
    const { draft, form } = this.current;
    if (form.sitting !== sitting || draft?.name !== 'conflict') return false;
    this.dispatch({ type: 'draftEnded', sitting, phase: { ...draft, open: true, publishing: true } });
    return true;
  }

  /** Gives up waiting for the answer; what was sent may still arrive. */
  readonly stop = (sitting: string): void => this.running.get(sitting)?.stop.abort();

  readonly saveOf = (sitting: string): Promise<void> | undefined => this.running.get(sitting)?.over;

  /** True when the browser keeps what is left behind, or the editor does not mind. */
  private mayLeave(): boolean {
    const { unsaved, kept } = this.current;
    return !unsaved || kept !== false || window.confirm(translation().t('layout.leave'));
  }

  readonly edit = async (id: number): Promise<void> => {
    const turn = ++this.turn;
    this.dispatch({ type: 'opening', id });
    try {
      // It would come into the form without its last words.
      await this.drafts.settlePost(id);
      if (turn !== this.turn) return;
      const base = await this.read(id);
      if (turn !== this.turn) return;
      if (this.mayLeave()) this.dispatch({ type: 'open', sitting: randomUuid(), base });
      else this.dispatch({ type: 'opening', id: null });
    } catch (error) {
      this.unopened(id, error, turn);
    }
  };

  /** The post as the staff sees it; its card shows that too. */
  async read(id: number): Promise<Base> {
    const draft = await getDraft(id);
    this.posts.seen({ value: draft.value, etag: draft.value.post_etag });
    return baseOfDraft(draft);
  }

  /**
   * Looks what became of the open post, without a word when nobody can tell. An answer from before a save, or before another
   * answer, is older than the form: it is asked for again.
   */
  readonly reread = async (): Promise<void> => {
    const { sitting } = this.current.form;
    const turn = ++this.look;
    const outdated = () => turn !== this.look || this.current.form.sitting !== sitting;
    for (let tries = 0; tries < LOOKS; tries += 1) {
      await this.drafts.quiet();
      const { base } = this.current.form;
      if (!base || outdated() || this.running.has(sitting)) return;
      const draft = await getDraft(base.id, undefined, true).catch(() => null);
      if (!draft || outdated()) return;
      if (this.current.form.base === base && !this.drafts.isRunning(sitting) && !this.running.has(sitting))
        return this.dispatch({ type: 'reread', base: baseOfDraft(draft) });
    }
  };

  readonly adopt = async (sitting: string, theirs: Base): Promise<void> => {
    const { form } = this.current;
    if (form.sitting === sitting) {
      const basis = basisOf(form, theirs);
      const content = basis && mergeContents(basis, form, theirs);
      if (content) this.dispatch({ type: 'merged', sitting, base: theirs, content });
      return;
    }
    await this.journal.amend(sitting, (entry) => {
      const basis = basisOf(entry, theirs);
      const content = basis && mergeContents(basis, entry, theirs);
      return content ? { ...entry, ...content, base: theirs, attempt: entry.attempt?.key ? entry.attempt : null, draftsSent: [] } : entry;
    });
  };

  /** Keeps the form as the working copy; true when the server has it. */
  readonly saveDraft = (): Promise<boolean> => this.drafts.keep(false);

  private unopened(id: number, error: unknown, turn: number): void {
    console.error(ALERTS.loadFailed, error);
    if (statusOf(error) === 404) this.posts.removed(id);
    if (turn !== this.turn) return;
    this.dispatch({ type: 'opening', id: null });
    this.dispatch({ type: 'notice', notice: { kind: 'unopened', id, failure: failureOf(error) } });
    window.alert(ALERTS.loadFailed);
  }

  /** The form is empty at once. What was written in it stays as a draft, and that is said, with the way to throw it away. */
  readonly cancel = (): void => {
    if (!this.mayLeave()) return;
    this.turn += 1;
    const before = this.current;
    this.dispatch({ type: 'create', sitting: randomUuid() });
    if (before.unsaved || before.draft) void this.offer(before);
  };

  /** Nothing is said any more to whoever is at another text by then. */
  private async offer(before: State): Promise<void> {
    const { sitting } = this.current.form;
    const left = await this.left(before);
    if (!left?.life?.exists || this.current.form.sitting !== sitting || this.current.unsaved) return;
    void this.posts.refresh();
    this.dispatch({ type: 'notice', notice: { kind: 'draftKept', left, opened: before.opened } });
  }

  /** After a reload: the draft that was in the form is a step away, unless its last words are in this browser and offered already. */
  private async offerAgain(): Promise<void> {
    const id = rememberedDraft();
    const { sitting } = this.current.form;
    if (id === null || (await readEntries().catch(() => [])).some(({ base }) => base?.id === id)) return;
    const left = await this.read(id).catch(() => null);
    if (left?.life?.exists && this.current.form.sitting === sitting && !this.current.unsaved)
      this.dispatch({ type: 'notice', notice: { kind: 'draftOpen', left } });
  }

  readonly dropLeft = (draft: LeftDraft): Promise<void> => dropLeft(this, draft);

  /** Takes an entry up as it is now: the banner may have been read long ago, and another tab may be at work on it. */
  readonly restore = async (sitting: string): Promise<void> => {
    const turn = ++this.turn;
    if (this.current.opening !== null) this.dispatch({ type: 'opening', id: null });
    const letGo = await claimSitting(sitting);
    const entry = letGo && ((await readEntry(sitting).catch(() => null)) ?? this.leftForm(sitting));
    if (turn === this.turn) {
      if (!letGo) this.dispatch({ type: 'notice', notice: { kind: 'textElsewhere' } });
      else if (!entry) this.dispatch({ type: 'notice', notice: { kind: 'textGone' } });
      else if (this.mayLeave())
        this.dispatch({
          type: 'restore',
          ...contentOf(entry),
          sitting,
          base: entry.base,
          attempt: entry.attempt,
          draftsSent: entry.draftsSent,
        });
    }
    letGo?.();
    announceEntries();
  };

  /** What was sent from a form that was left, where the browser keeps no entries. */
  private leftForm(sitting: string): FormState | Entry | null {
    return this.current.saves.find((save) => save.sitting === sitting)?.sent ?? null;
  }

  /** Throws an entry away, unless another tab has it open. */
  readonly discard = async (sitting: string): Promise<Discarding> => {
    const letGo = await claimSitting(sitting);
    if (!letGo) this.dispatch({ type: 'notice', notice: { kind: 'textElsewhere' } });
    const ended = letGo ? await discardEntry(this, sitting) : 'kept';
    letGo?.();
    announceEntries();
    return ended;
  };

  /** The post was deleted: what is in the form, and the picture the post had, become a new one. */
  readonly saveAsNew = (): Promise<void> => this.asNew(this.save);

  /** The same as a draft: nobody has asked for its publication. */
  readonly keepAsNew = (): Promise<void> => this.asNew(this.saveDraft);

  private async asNew(keep: () => Promise<unknown>): Promise<void> {
    const { form } = this.current;
    const kept = form.image || form.imageRemoved ? null : (form.base?.image ?? null);
    const picture = kept ? await getImage(kept).catch(() => null) : form.image;
    const now = this.current.form;
    // Left meanwhile, or a new one by now: asked for twice while the picture was on its way.
    if (now.sitting !== form.sitting || now.base?.id !== form.base?.id) return;
    this.dispatch({ type: 'rebase', ...contentOf(now), base: null, image: now.image ?? picture, imageRemoved: false });
    this.dispatch({ type: 'dismissed', sitting: form.sitting });
    this.dispatch({ type: 'draftEnded', sitting: form.sitting, phase: null });
    if (kept && !picture) this.dispatch({ type: 'notice', notice: { kind: 'imageLost' } });
    else await keep();
  }

  /** Saves what was chosen from both versions. */
  readonly resolve = async (theirs: Base, content: Content): Promise<void> => {
    const { draft } = this.current;
    const publishing = draft?.name !== 'conflict' || draft.publishing;
    this.dispatch({ type: 'draftEnded', sitting: this.current.form.sitting, phase: null });
    this.dispatch({ type: 'rebase', base: theirs, ...content });
    await (publishing ? this.save() : this.saveDraft());
  };

  readonly closeConflict = (): void => {
    const { form, draft } = this.current;
    if (draft?.name === 'conflict')
      this.dispatch({ type: 'draftEnded', sitting: form.sitting, phase: { ...draft, open: false, publishing: false } });
    else this.dispatch({ type: 'dismissed', sitting: form.sitting });
    this.drafts.resume();
  };

  readonly remove = (id: number): Promise<void> => askToDelete(this, id);

  /** Without another look at what links to it. */
  readonly removeNow = (id: number, redirect: string | null = null): Promise<void> => deleteNow(this, id, redirect);

  readonly bringBack = (id: number): Promise<Restoring | null> => bringBack(this, id);
}
