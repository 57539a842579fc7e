import { isRefusal } from '../api/errors';
import { getDraft } from '../api/drafts';
import { listPosts } from '../api/posts';
import { LANGUAGES } from '../api/types';
import type { PostFields } from '../form/fields';
import { type Base, baseOfDraft, isLive } from '../form/state';
import { type Entry, readEntry, removeEntry } from '../journal/store';
import { failureOf } from './failure';
import { undoDraft } from './left-draft';
import type { Page } from './page';
import { askForDraft, isOwn, keyOf, sameFields } from './send-draft';

/** A draft that is certainly nothing but what an entry sent, and the post as it was before; a new text has no before. */
interface SentDraft {
  theirs: Base;
  before: Base | null;
}

/**
 * Throws an entry away, and the draft that its page sent of these very words as it was left. While nobody can tell whether
 * there is one the entry stays, to be thrown away again. Whoever took it up meanwhile keeps both.
 */
export async function discardEntry(page: Page, sitting: string): Promise<void> {
  const { form } = page.state;
  const taken = () => page.state.form.sitting === sitting;
  const entry = await readEntry(sitting).catch(() => null);
  try {
    const sent = entry && (await sentDraftOf(entry));
    // In a form that has the post open by then, these words are what is gone on from.
    if (sent && !taken() && page.state.form.base?.id !== sent.theirs.id) {
      await undoDraft(sent.theirs, sent.before).catch(unlessRefused);
      void page.posts.refresh();
    }
  } catch (error) {
    // Said to nobody who is at another text by then; the banner still has the entry.
    if (page.state.form.sitting === form.sitting) page.dispatch({ type: 'notice', notice: { kind: 'undone', failure: failureOf(error) } });
    return;
  }
  if (!taken()) await removeEntry(sitting).catch(console.warn);
}

/** Gone by now, or somebody wrote in it since: then it is left as it is. */
function unlessRefused(error: unknown): null {
  if (isRefusal(error)) return null;
  throw error;
}

async function sentDraftOf(entry: Entry): Promise<SentDraft | null> {
  const { base: before, draftsSent = [] } = entry;
  const [first] = draftsSent;
  if (!first) return null;
  const theirs = await (before ? readDraft(before.id) : begunDraft(entry.sitting, first)).catch(unlessRefused);
  if (!theirs) return null;
  const mine = before ? isChangeOf(entry, before, theirs) : isStill(draftsSent, theirs);
  return mine ? { theirs, before } : null;
}

/** A new text that nobody but its page wrote in: that sent no picture. */
function isStill(sent: readonly PostFields[], theirs: Base): boolean {
  return !isLive({ base: theirs }) && theirs.image === null && sent.some((fields) => sameFields(theirs.fields, fields));
}

async function readDraft(id: number): Promise<Base> {
  return baseOfDraft(await getDraft(id));
}

/** A working copy of later that says what was sent, of a post that is otherwise as the entry knows it. */
function isChangeOf(entry: Entry, before: Base, theirs: Base): boolean {
  const asBefore = theirs.etag === before.etag && isLive({ base: theirs }) === isLive({ base: before });
  const later = theirs.life?.exists === true && theirs.draft !== before.draft;
  return asBefore && later && !sameFields(theirs.fields, before.fields) && isOwn(theirs, before, entry);
}

/** The draft that a new text became, by its key. Asking makes one where there is none, so the list is asked before. */
async function begunDraft(sitting: string, first: PostFields): Promise<Base | null> {
  const posts = await listPosts();
  const listed = posts.some((post) => post.live === false && LANGUAGES.every((language) => post[`title_${language}`] === first[`title_${language}`]));
  return listed ? baseOfDraft(await askForDraft(keyOf(sitting), first)) : null;
}
