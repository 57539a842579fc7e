import { ApiError, mayHaveSucceeded, statusOf } from '../api/errors';
import { getDraft } from '../api/drafts';
import { type Base, baseOfDraft } from '../form/state';
import { generations } from '../site/generations';
import { randomUuid } from '../ui/random-uuid';
import { type Failure, failureOf } from './failure';
import type { Page } from './page';
import { currentSave, type Notice } from './state';

/** What a step needs of the page besides. */
interface Desk extends Page {
  readonly saveDraft: () => Promise<boolean>;
  readonly reread: () => Promise<void>;
  readonly read: (id: number) => Promise<Base>;
}

/** What comes of a step: visitors see it now, or it is told, as something is planned or no longer. Nothing of either without it. */
export type Comes = 'live' | Extract<Notice, { kind: 'planned' | 'unplanned' }>;

/** Whether the post is as a step was to make it. */
export type IsDone = (post: Base) => boolean;

export interface How<T = unknown> {
  /** What is in the form is kept as the draft before. */
  keepFirst?: boolean;
  /** By the answer, where it says; `null` when that was lost. */
  comes?: Comes | ((answer: T | null) => Comes) | undefined;
  /** Asked where no answer says whether it was done. */
  isDone?: IsDone | undefined;
  /** The page says itself why it was not done. */
  tell?: boolean;
}

/** Steps in the life of the open post beside saving it: publishing later, taking off the site, going back, sharing. */
export class Steps {
  private reverting: { sitting: string; over: Promise<void> } | null = null;

  constructor(private readonly page: Desk) {}

  /**
   * One step in the life of the open post beside saving it; answers why it was not done, or `null`. Of what was planned for a
   * text nobody is told who has another one in the form by then.
   */
  readonly act = async <T>(work: (id: number) => Promise<T>, how: How<T> = {}): Promise<Failure | null> => {
    const failure = await this.step(work, how);
    if (failure && how.tell) this.page.dispatch({ type: 'notice', notice: { kind: 'undone', failure } });
    return failure;
  };

  private async step<T>(work: (id: number) => Promise<T>, { keepFirst = true, comes, isDone }: How<T> = {}): Promise<Failure | null> {
    const { sitting } = this.page.state.form;
    const left = () => this.page.state.form.sitting !== sitting;
    await this.page.saveOf(sitting);
    if (left()) return 'left';
    if (currentSave(this.page.state)?.phase.name === 'conflict') return 'changed';
    // Whoever sees the post with this would see it without the picture.
    if (keepFirst && this.page.state.pick?.phase === 'coming') return 'coming';
    const kept = !keepFirst || (!this.page.state.unsaved && this.page.state.form.base !== null) || (await this.page.saveDraft());
    if (left()) return 'left';
    if (!kept) return this.unkept();
    const id = this.page.state.form.base?.id;
    if (id === undefined) return 'gone';
    let answer: T | null;
    try {
      answer = await this.lookAfter(work(id), id, isDone);
    } catch (error) {
      return failureOf(error);
    }
    const came = typeof comes === 'function' ? comes(answer) : comes;
    if (came === 'live') void generations.follow();
    void this.page.posts.refresh();
    await this.page.reread();
    if (came && came !== 'live' && !left()) this.page.dispatch({ type: 'notice', notice: came });
    return null;
  }

  /**
   * The answer; `null` where it was lost, or says only that the post is another one by now, and the post is as it was to
   * become: whoever asked again would be told that it is gone, or that somebody changed it.
   */
  private async lookAfter<T>(asked: Promise<T>, id: number, isDone?: IsDone): Promise<T | null> {
    try {
      return await asked;
    } catch (error) {
      if (!isDone || !(mayHaveSucceeded(error) || [404, 412].includes(statusOf(error)))) throw error;
      const post = await getDraft(id, undefined, true).then(baseOfDraft, () => null);
      if (!post || post.life?.state === 'trash') throw error;
      if (isDone(post)) return null;
      // There is such a post, only not as this step needs it.
      throw statusOf(error) === 404 ? new ApiError('refused', 412) : error;
    }
  }

  /** Why the server does not have what is in the form. */
  private unkept(): Failure {
    const { draft } = this.page.state;
    if (this.isConflict()) return 'changed';
    return draft?.name === 'failed' ? draft.failure : 'pictures';
  }

  /**
   * Gives the form what the server has after this, whatever it holds; its words are in the history by then. Words that came in
   * since it was asked for, here or on the server, have not been seen: the form shows them, and that is said.
   */
  readonly revert = (work: (id: number, etag: string | null) => Promise<unknown>, isDone?: IsDone): Promise<void> => {
    const { sitting } = this.page.state.form;
    // Asked for once more meanwhile, it would be refused: the post is not what it was.
    if (this.reverting?.sitting === sitting) return this.reverting.over;
    const asked = { sitting, over: this.revertOnce(work, isDone) };
    this.reverting = asked;
    return asked.over.finally(() => {
      if (this.reverting === asked) this.reverting = null;
    });
  };

  private async revertOnce(work: (id: number, etag: string | null) => Promise<unknown>, isDone?: IsDone): Promise<void> {
    const { sitting, replacements } = this.page.state.form;
    const failure = await this.step(async (id) => {
      const { form } = this.page.state;
      if (form.replacements !== replacements) throw new ApiError('refused', 412);
      await this.lookAfter(work(id, form.base?.draft ?? null), id, isDone);
      await this.showAgain(id, sitting);
    });
    if (failure) this.page.dispatch({ type: 'notice', notice: await this.unreverted(failure, sitting) });
  }

  private async unreverted(failure: Failure, sitting: string): Promise<Notice> {
    // Of two versions that are in each other's way the page says so itself.
    if (failure !== 'changed' || this.isConflict()) return { kind: 'undone', failure };
    await this.page.reread();
    return this.page.state.form.sitting === sitting ? { kind: 'changedBefore' } : { kind: 'undone', failure: 'left' };
  }

  /** Of the draft, or of a save that began while the draft waited. */
  private isConflict(): boolean {
    const { draft } = this.page.state;
    return draft?.name === 'conflict' || currentSave(this.page.state)?.phase.name === 'conflict';
  }

  /** It is done by then: an answer that does not come is told about as such, with the way to ask again. */
  private async showAgain(id: number, sitting: string): Promise<void> {
    const open = () => this.page.state.form.sitting === sitting;
    try {
      const base = await this.page.read(id);
      if (open()) this.page.dispatch({ type: 'open', sitting: randomUuid(), base });
    } catch (error) {
      if (open()) this.page.dispatch({ type: 'notice', notice: { kind: 'unopened', id, failure: failureOf(error) } });
    }
  }
}
