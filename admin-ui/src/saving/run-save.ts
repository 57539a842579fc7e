import { mayHaveSucceeded } from '../api/errors';
import type { Versioned, WholePost } from '../api/types';
import { sameContent } from '../form/compare';
import { afterDraft, afterSave, type Attempt, baseOf, type FormState, isLive } from '../form/state';
import { ALERTS } from '../i18n/fixed';
import type { Entry } from '../journal/store';
import { generations } from '../site/generations';
import { randomUuid } from '../ui/random-uuid';
import { failureOf } from './failure';
import type { Page } from './page';
import { painted } from './painted';
import { type Outcome, send } from './send';
import { withStoredPictures } from './stored-pictures';

/** What remains once the lock is free: the alert, which stops everything until it is read. */
export type Finish = () => Promise<void>;

/**
 * One save from the click to the answer. The answer belongs to the form that asked: if that form was left meanwhile, its
 * entry is put right and the page tells of the post by name, while the form that is open now is not touched.
 */
export async function runSave(page: Page, asked: FormState, signal: AbortSignal): Promise<Finish> {
  const { sitting } = asked;
  let sent = asked;
  let exists = isLive(sent);
  let open: Attempt | null = sent.attempt;
  let begun = false;
  page.dispatch({ type: 'sending', sent });
  try {
    sent = await withStoredPictures(page, asked, signal);
    if (sent !== asked) page.dispatch({ type: 'sending', sent });
    begun = true;
    const outcome = await send(sent, {
      signal,
      onAttempt: (attempt, before) => {
        open = before;
        return noteAttempt(page, sent, attempt);
      },
      onStored: (post, base) => {
        exists = true;
        page.posts.added(post);
        page.dispatch({ type: 'stored', sitting, base });
        void generations.follow();
      },
      onDraft: (content, base) => {
        sent = afterDraft(sent, content, base);
        page.dispatch({ type: 'draftSaved', sitting, sent: content, base, at: Date.now() });
        page.dispatch({ type: 'sending', sent });
      },
      onMerged: async (content, theirs) => {
        sent = { ...sent, ...content, base: theirs, attempt: null };
        page.dispatch({ type: 'sending', sent });
        await page.adopt(sitting, theirs);
      },
    });
    return await succeeded(page, sent, outcome);
  } catch (error) {
    if (!mayHaveSucceeded(error)) await noteAttempt(page, sent, open);
    const known = failureOf(error, sent.image !== null);
    const failure = known === 'stopped' && !begun ? 'unsent' : known;
    const told = inFront(page, sitting);
    page.dispatch({ type: 'ended', sitting, phase: { name: 'failed', failure, creating: !exists } });
    // Who stopped waiting knows; a form that was left is told about by name.
    return told && known !== 'stopped' ? () => tell(exists ? ALERTS.updateFailed : ALERTS.createFailed) : () => Promise.resolve();
  }
}

async function succeeded(page: Page, sent: FormState, outcome: Outcome): Promise<Finish> {
  const { sitting } = sent;
  if (outcome.kind === 'conflict') {
    await noteAttempt(page, sent, null);
    page.dispatch({ type: 'ended', sitting, phase: { name: 'conflict', theirs: outcome.theirs } });
    return () => Promise.resolve();
  }
  const { post } = outcome;
  const created = !isLive(sent);
  if (created) page.posts.added(post);
  else page.posts.seen(post);
  void generations.follow();
  if (!inFront(page, sitting)) await page.journal.amend(sitting, (entry) => restOf(entry, sent, post));
  const told = inFront(page, sitting);
  const unchanged = sameContent(page.state.form, sent);
  // Words of later are written over what was saved: in between, while the alert is open, they would be nowhere.
  if (told && unchanged) void page.journal.forget(sitting);
  page.dispatch({ type: 'saved', sitting, base: baseOf(post), next: randomUuid(), unchanged });
  return told ? () => tell(created ? ALERTS.created : ALERTS.updated) : () => Promise.resolve();
}

/** Words that were typed after the save began and before the form was left. */
function restOf(entry: Entry, sent: FormState, post: Versioned<WholePost>): Entry | null {
  return sameContent(entry, sent) ? null : afterSave(entry, sent, baseOf(post));
}

/** Keeps with the entry what is about to be sent, so that a lost answer, a reload or a crash leads to no false conclusion. */
async function noteAttempt({ dispatch, journal, state }: Page, sent: FormState, attempt: Attempt | null): Promise<void> {
  if (state.form.sitting !== sent.sitting) return journal.amend(sent.sitting, (entry) => ({ ...entry, attempt }));
  dispatch({ type: 'attempt', sitting: sent.sitting, attempt });
  await journal.flushSoon();
}

function inFront({ state }: Page, sitting: string): boolean {
  return state.form.sitting === sitting;
}

async function tell(text: string): Promise<void> {
  await painted();
  window.alert(text);
}
