import { isDirty, sameContent } from '../form/compare';
import { isBlank } from '../form/fields';
import { afterDraft, type Base, type Content, contentOf, type FormState, isTouched } from '../form/state';
import { announceEntries } from '../journal/changes';
import { holdSession } from '../journal/locks';
import type { Entry } from '../journal/store';
import { sendingWords } from '../ui/unsaved';
import { failureOf } from './failure';
import type { Page } from './page';
import { awaitsPictures, type DraftOutcome, sendDraft } from './send-draft';
import { currentSave, withDraftSent } from './state';

/** How long typing pauses before the server hears of it, and how soon a draft that it did not take is tried again. */
const PAUSE = 2_000;
const AGAIN = 15_000;

/** A draft on its way: whose it is, and what it comes to. */
interface Running {
  session: string;
  stop: AbortController;
  over: Promise<Kept | null>;
}

/** What the server has now, and what it was sent for that. */
interface Kept {
  sent: Content;
  base: Base;
}

/**
 * Keeps the open form as a draft on the server, by itself in each pause of the typing and when the editor asks for it;
 * one at a time. An answer belongs to the session that asked: a form that was left meanwhile has an entry in the
 * journal, which is put right, and the form that is open now is not touched.
 */
export class Drafts {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Running | null = null;

  constructor(private readonly page: Page) {}

  /** With every key: costs next to nothing. */
  note(pause = PAUSE): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.keep(true), pause);
  }

  /** Nothing more by itself. */
  rest(): void {
    clearTimeout(this.timer);
  }

  /** By itself again after something that was in the way. */
  resume(): void {
    if (isTouched(this.page.state.form)) this.note();
  }

  /** Keeps the form as it is now; true when the server has it. */
  async keep(automatic: boolean): Promise<boolean> {
    clearTimeout(this.timer);
    if (automatic && this.running) {
      await this.running.over;
      this.note();
      return false;
    }
    const { form } = this.page.state;
    if (!automatic) return this.keepNow(form);
    if (this.isDue(form)) return (await this.begin(form, true)) !== null;
    if (isTouched(form) && awaitsPictures(form.fields)) this.note();
    return false;
  }

  /** What was in the form at the click, whatever is in it once those before are answered. */
  private async keepNow(asked: FormState): Promise<boolean> {
    const letGo = holdSession(asked.session);
    const { form } = await this.turnOf(asked).finally(letGo);
    if (isNothing(form) || awaitsPictures(form.fields)) return false;
    if (form.session !== this.page.state.form.session && !isDirty(form)) return true;
    return (await this.begin(form, false)) !== null;
  }

  /** What was written in the pause before a form was left. Its entry stays until the server has all of it. */
  async leave(asked: FormState): Promise<void> {
    const letGo = holdSession(asked.session);
    try {
      const { form, failed } = await this.turnOf(asked);
      if (this.page.state.form.session === form.session) this.resume();
      else if (!failed && isDirty(form) && this.mayKeep(form)) await this.leaveNow(form);
    } finally {
      letGo();
      announceEntries();
    }
  }

  /** The whole page is left: sent at once, while the session of the sign-in is there. */
  leavePage(): void {
    const { form } = this.page.state;
    if (!this.running && this.isDue(form)) void this.begin(form, true);
  }

  private async leaveNow(form: FormState): Promise<void> {
    const over = this.begin(form, true);
    await this.page.journal.amend(form.session, (entry) => ({ ...entry, draftsSent: withDraftSent(entry.draftsSent ?? [], form.fields) }));
    await over;
  }

  /** Waits until no draft is on its way, and answers the form as it is then to be sent. */
  private async turnOf(asked: FormState): Promise<{ form: FormState; failed: boolean }> {
    let form = asked;
    let failed = false;
    while (this.running) {
      const { session, over } = this.running;
      const kept = await over;
      if (session !== form.session) continue;
      failed = kept === null;
      form = this.after(form, kept);
    }
    const now = this.page.state.form;
    return { form: now.session === form.session ? now : form, failed };
  }

  private async begin(form: FormState, automatic: boolean): Promise<Kept | null> {
    const stop = new AbortController();
    const letGo = holdSession(form.session);
    const over = this.run(form, automatic, stop.signal).finally(() => {
      this.running = null;
      void this.page.journal.flush().then(letGo).then(announceEntries);
    });
    this.running = { session: form.session, stop, over };
    sendingWords(over);
    return over;
  }

  /** What nobody asked for is kept where words would else be lost, and not while a publication is open. */
  private isDue(form: FormState): boolean {
    const { state } = this.page;
    const phase = currentSave(state)?.phase.name;
    if (phase === 'sending' || phase === 'conflict' || state.draft?.name === 'conflict') return false;
    return this.mayKeep(form) && isTouched(form) && isDirty(form);
  }

  /** A creation that was not answered comes first: its post may be there, and a draft beside it would be another. */
  private mayKeep(form: FormState): boolean {
    return !(form.attempt && !form.base) && !isNothing(form) && !awaitsPictures(form.fields);
  }

  private async run(form: FormState, automatic: boolean, signal: AbortSignal): Promise<Kept | null> {
    const { page } = this;
    const { session } = form;
    page.dispatch({ type: 'draftSending', session, sent: form.fields });
    try {
      const outcome = await sendDraft(form, { automatic, signal });
      return await this.ended(form, outcome, automatic);
    } catch (error) {
      page.dispatch({ type: 'draftEnded', session, phase: { name: 'failed', failure: failureOf(error, form.image !== null) } });
      if (automatic && page.state.form.session === session) this.note(AGAIN);
      return null;
    }
  }

  private async ended(asked: FormState, outcome: DraftOutcome, automatic: boolean): Promise<Kept | null> {
    const { page } = this;
    const { session } = asked;
    const inFront = page.state.form.session === session;
    if (outcome.kind === 'conflict') {
      page.dispatch({ type: 'draftEnded', session, phase: { name: 'conflict', theirs: outcome.theirs, open: !automatic } });
      return null;
    }
    if (outcome.kind === 'merged') {
      await page.adopt(session, outcome.base);
      if (!inFront) return null;
      if (!automatic) return this.again(session);
      this.note(0);
      return null;
    }
    const kept = { sent: contentOf(asked), base: outcome.base };
    if (inFront) page.dispatch({ type: 'draftSaved', session, ...kept, at: Date.now() });
    else await page.journal.amend(session, (entry) => restOf(entry, kept));
    if (page.state.form.session === session && isTouched(page.state.form)) this.note();
    return kept;
  }

  /** The merged form, asked for again. */
  private async again(session: string): Promise<Kept | null> {
    const { form } = this.page.state;
    return form.session !== session ? null : this.run(form, false, new AbortController().signal);
  }

  /** Waits for a draft of this session that is on its way; answers the form as it is then to be sent. */
  async settled(form: FormState): Promise<FormState> {
    if (this.running?.session !== form.session) return form;
    return this.after(form, await this.running.over);
  }

  private after(form: FormState, kept: Kept | null): FormState {
    const now = this.page.state.form;
    if (now.session === form.session) return now;
    return kept ? afterDraft(form, kept.sent, kept.base) : form;
  }

  /** Resolves when no draft is on its way. */
  async quiet(): Promise<void> {
    while (this.running) await this.running.over;
  }

  isRunning(session: string): boolean {
    return this.running?.session === session;
  }
}

/** A new form in which nothing is written makes no draft. */
function isNothing(form: FormState): boolean {
  return form.base === null && isBlank(form.fields);
}

/** Words that were typed after the draft was sent and before the form was left; an entry without any is not needed. */
function restOf(entry: Entry, { sent, base }: Kept): Entry | null {
  return sameContent(entry, sent) ? null : afterDraft(entry, sent, base);
}
