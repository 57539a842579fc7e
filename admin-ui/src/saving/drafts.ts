import { isDirty, sameContent } from '../form/compare';
import { afterDraft, type Base, type Content, contentOf, type FormState, isNothing, isTouched } from '../form/state';
import { announceEntries } from '../journal/changes';
import { holdSitting } from '../journal/locks';
import type { Entry } from '../journal/store';
import { sendingWords } from '../ui/unsaved';
import { failureOf } from './failure';
import type { Page } from './page';
import { awaitsPictures, type DraftLine, type DraftOutcome, sendDraft } from './send-draft';
import { currentSave, withDraftSent } from './state';

/** How long typing pauses before the server hears of it, and how soon a draft that it did not take is tried again. */
const PAUSE = 2_000;
const AGAIN = 15_000;

/** A draft on its way: whose it is, and what it comes to. */
interface Running {
  sitting: string;
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
 * one at a time. An answer belongs to the sitting that asked: a form that was left meanwhile has an entry in the
 * journal, which is put right, and the form that is open now is not touched.
 */
export class Drafts {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Running | null = null;
  /** What is still to be sent of posts whose form was left, the latest of each. */
  private readonly leaving = new Map<number, Promise<unknown>>();
  /** The page of the posts is not there: an answer that comes late sends nothing more by itself. */
  private resting = false;

  constructor(private readonly page: Page) {}

  /** With every key: costs next to nothing. */
  note(pause = PAUSE): void {
    clearTimeout(this.timer);
    if (this.resting) return;
    this.timer = setTimeout(() => void this.keep(true), pause);
  }

  /** The connection is back: what could not be sent is not kept waiting. */
  online(): void {
    if (this.page.state.draft?.name === 'failed') this.note(0);
  }

  /** Sends by itself from now on. */
  wake(): void {
    this.resting = false;
  }

  /** Nothing more by itself. */
  rest(): void {
    this.resting = true;
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
  private keepNow(asked: FormState): Promise<boolean> {
    return this.inTurn(asked, async (form) => {
      const save = this.page.saveOf(form.sitting);
      if (save) return this.keepAfter(save, form.sitting);
      if (isNothing(form) || awaitsPictures(form.fields)) return false;
      if (form.sitting !== this.page.state.form.sitting && !isDirty(form)) return true;
      return (await this.begin(form, false)) !== null;
    });
  }

  /**
   * A draft beside a save would be a second post: what is still open is kept once the save is over. Saved as a whole, or left
   * meanwhile, the text is no longer in the form.
   */
  private async keepAfter(save: Promise<void>, sitting: string): Promise<boolean> {
    await save;
    const { state } = this.page;
    if (state.form.sitting !== sitting || !isDirty(state.form)) return true;
    return currentSave(state)?.phase.name !== 'conflict' && this.keep(false);
  }

  /**
   * What was written in the pause before a form was left. Its entry stays until the server has all of it. Answers what the
   * server has of the text now; `null` when words of it are in this browser alone.
   */
  leave(asked: FormState): Promise<Base | null> {
    const over = this.leaveInTurn(asked);
    const id = asked.base?.id;
    if (id !== undefined) {
      this.leaving.set(id, over);
      void over.finally(() => this.leaving.get(id) === over && this.leaving.delete(id));
    }
    return over;
  }

  /** Sends what is open of a post, and waits for what was sent of it before: until then the server has earlier words. */
  async settlePost(id: number): Promise<void> {
    const saves = this.page.state.saves.filter(({ sent }) => sent.base?.id === id);
    await Promise.all([this.leaving.get(id), ...saves.map(({ sitting }) => this.page.saveOf(sitting))]);
    if (this.page.state.form.base?.id !== id) return;
    await this.inTurn(this.page.state.form, async () => {
      const { form } = this.page.state;
      if (form.base?.id === id && this.isDue(form)) await this.begin(form, true);
    });
  }

  private leaveInTurn(asked: FormState): Promise<Base | null> {
    return this.inTurn(asked, async (form, failed) => {
      if (this.page.state.form.sitting === form.sitting) this.resume();
      else if (!failed && !isDirty(form)) return form.base;
      else if (!failed && mayKeep(form)) return await this.leaveNow(form);
      return null;
    }).finally(announceEntries);
  }

  /** The whole page is left: sent at once, while the session is there. A picture is too long to be sent behind its back. */
  leavePage(): void {
    const { form } = this.page.state;
    if (!this.running && !form.image && this.isDue(form)) void this.begin(form, true, true);
  }

  private async leaveNow(form: FormState): Promise<Base | null> {
    const over = this.begin(form, true);
    await this.page.journal.amend(form.sitting, (entry) => ({ ...entry, draftsSent: withDraftSent(entry.draftsSent ?? [], form.fields) }));
    return (await over)?.base ?? null;
  }

  /**
   * Waits until no draft is on its way, and goes on with the form as it is then to be sent: at once, as of several that
   * waited for one draft the next would begin another beside it.
   */
  private async inTurn<T>(asked: FormState, goOn: (form: FormState, failed: boolean) => Promise<T>): Promise<T> {
    const letGo = holdSitting(asked.sitting);
    try {
      let form = asked;
      let failed = false;
      while (this.running) {
        const { sitting, over } = this.running;
        const kept = await over;
        if (sitting !== form.sitting) continue;
        failed = kept === null;
        form = this.after(form, kept);
      }
      const now = this.page.state.form;
      return await goOn(now.sitting === form.sitting ? now : form, failed);
    } finally {
      letGo();
    }
  }

  private async begin(form: FormState, automatic: boolean, leaving = false): Promise<Kept | null> {
    const stop = new AbortController();
    const letGo = holdSitting(form.sitting);
    const over = this.run(form, { automatic, leaving, signal: stop.signal }).finally(() => {
      this.running = null;
      void this.page.journal.flush().then(letGo).then(announceEntries);
    });
    this.running = { sitting: form.sitting, stop, over };
    sendingWords(over);
    return over;
  }

  /** What nobody asked for is kept where words would else be lost, and not while a publication is open. */
  private isDue(form: FormState): boolean {
    const { state } = this.page;
    const phase = currentSave(state)?.phase.name;
    if (phase === 'sending' || phase === 'conflict' || state.draft?.name === 'conflict') return false;
    // A post that was deleted is there again only when somebody says so.
    if (state.draft?.name === 'failed' && state.draft.failure === 'gone' && form.sitting === state.form.sitting) return false;
    return mayKeep(form) && isTouched(form) && isDirty(form);
  }

  private async run(form: FormState, line: DraftLine): Promise<Kept | null> {
    const { page } = this;
    const { sitting } = form;
    const { automatic } = line;
    page.dispatch({ type: 'draftSending', sitting, sent: form.fields });
    try {
      const outcome = await sendDraft(form, line);
      return await this.ended(form, outcome, automatic);
    } catch (error) {
      const failure = failureOf(error, form.image !== null);
      page.dispatch({ type: 'draftEnded', sitting, phase: { name: 'failed', failure } });
      if (automatic && failure !== 'gone' && page.state.form.sitting === sitting) this.note(AGAIN);
      return null;
    }
  }

  private async ended(asked: FormState, outcome: DraftOutcome, automatic: boolean): Promise<Kept | null> {
    const { page } = this;
    const { sitting } = asked;
    const inFront = page.state.form.sitting === sitting;
    if (outcome.kind === 'conflict') {
      page.dispatch({ type: 'draftEnded', sitting, phase: { name: 'conflict', theirs: outcome.theirs, open: !automatic } });
      return null;
    }
    if (outcome.kind === 'merged') {
      await page.adopt(sitting, outcome.base);
      if (!inFront) return null;
      if (!automatic) return this.again(sitting);
      this.note(0);
      return null;
    }
    const kept = { sent: contentOf(asked), base: outcome.base };
    if (inFront) page.dispatch({ type: 'draftSaved', sitting, ...kept, at: Date.now() });
    else await page.journal.amend(sitting, (entry) => restOf(entry, kept));
    if (page.state.form.sitting === sitting && isTouched(page.state.form)) this.note();
    return kept;
  }

  /** The merged form, asked for again. */
  private async again(sitting: string): Promise<Kept | null> {
    const { form } = this.page.state;
    return form.sitting !== sitting ? null : this.run(form, { automatic: false, signal: new AbortController().signal });
  }

  /** Waits for a draft of this sitting that is on its way; answers the form as it is then to be sent, `null` once nobody waits any more. */
  async settled(form: FormState, signal: AbortSignal): Promise<FormState | null> {
    if (this.running?.sitting !== form.sitting) return form;
    const stopped = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)));
    const kept = await Promise.race([this.running.over, stopped]);
    return signal.aborted ? null : this.after(form, kept);
  }

  private after(form: FormState, kept: Kept | null): FormState {
    const now = this.page.state.form;
    if (now.sitting === form.sitting) return now;
    return kept ? afterDraft(form, kept.sent, kept.base) : form;
  }

  /** Resolves when no draft is on its way. */
  async quiet(): Promise<void> {
    while (this.running) await this.running.over;
  }

  isRunning(sitting: string): boolean {
    return this.running?.sitting === sitting;
  }
}

/** There is something to keep, and all of it can be sent. */
function mayKeep(form: FormState): boolean {
  return !isNothing(form) && !awaitsPictures(form.fields);
}

/** Words that were typed after the draft was sent and before the form was left; an entry without any is not needed. */
function restOf(entry: Entry, { sent, base }: Kept): Entry | null {
  return sameContent(entry, sent) ? null : afterDraft(entry, sent, base);
}
