import { isDirty, sameContent } from '../form/compare';
import { isBlank } from '../form/fields';
import { afterDraft, type Base, type Content, contentOf, type FormState, isTouched } from '../form/state';
import { holdSession } from '../journal/locks';
import type { Entry } from '../journal/store';
import { failureOf } from './failure';
import type { Page } from './page';
import { awaitsPictures, type DraftOutcome, sendDraft } from './send-draft';
import { currentSave } from './state';

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

  /** Keeps the form as it is now; true when the server has it. */
  async keep(automatic: boolean): Promise<boolean> {
    clearTimeout(this.timer);
    if (this.running) {
      await this.running.over;
      if (!automatic) return this.keep(automatic);
      this.note();
      return false;
    }
    const { form } = this.page.state;
    if (automatic ? !this.isDue(form) : awaitsPictures(form.fields)) return false;
    const stop = new AbortController();
    const letGo = holdSession(form.session);
    const over = this.run(form, automatic, stop.signal).finally(() => {
      this.running = null;
      void this.page.journal.flush().then(letGo);
    });
    this.running = { session: form.session, stop, over };
    return (await over) !== null;
  }

  /** What nobody asked for is kept where words would else be lost, and not while a publication is open. */
  private isDue(form: FormState): boolean {
    const { state } = this.page;
    if (form.attempt || currentSave(state) || state.draft?.name === 'conflict' || awaitsPictures(form.fields)) return false;
    return isTouched(form) && isDirty(form) && (form.base !== null || !isBlank(form.fields));
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
      if (!automatic) return this.again();
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
  private again(): Promise<Kept | null> {
    return this.run(this.page.state.form, false, new AbortController().signal);
  }

  /** Waits for a draft of this session that is on its way; answers the form as it is then to be sent. */
  async settled(form: FormState): Promise<FormState> {
    if (this.running?.session !== form.session) return form;
    const kept = await this.running.over;
    const now = this.page.state.form;
    if (now.session === form.session) return now;
    return kept ? afterDraft(form, kept.sent, kept.base) : form;
  }

  isRunning(session: string): boolean {
    return this.running?.session === session;
  }
}

/** Words that were typed after the draft was sent and before the form was left; an entry without any is not needed. */
function restOf(entry: Entry, { sent, base }: Kept): Entry | null {
  return sameContent(entry, sent) ? null : afterDraft(entry, sent, base);
}
