import { isRefusal } from '../api/errors';
import { readApproval } from '../api/approvals';
import { ownName } from '../api/client';
import { getDraft } from '../api/drafts';
import { listPosts } from '../api/posts';
import { LANGUAGES } from '../api/types';
import type { PostFields } from '../form/fields';
import { type Base, baseOfDraft, isLive } from '../form/state';
import { type Entry, readEntry, removeEntry } from '../journal/store';
import { failureOf } from './failure';
import { undoDraft, undone } from './left-draft';
import type { Page } from './page';
import { askForDraft, isOwn, keyOf, sameFields } from './send-draft';
import type { LeftDraft } from './state';

/** What became of an entry that was to be thrown away; `unsure`: it stays, as nobody can tell what the server has of it. */
export type Discarding = 'gone' | 'kept' | 'unsure';

/** The server knows for fourteen days which draft a new text became; a day less, as its clock is another one. */
const KNOWN_MS = 13 * 24 * 3600e3;

/**
 * Throws an entry away, and the draft that its page sent of these very words as it was left. While nobody can tell whether
 * there is one the entry stays, to be thrown away again. Whoever took it up meanwhile keeps both.
 */
export async function discardEntry(page: Page, sitting: string): Promise<Discarding> {
  const { form } = page.state;
  const taken = () => page.state.form.sitting === sitting;
  // Nothing is said to whoever is at another text by then; the list, and the banner, show how things are.
  const here = () => page.state.form.sitting === form.sitting;
  const entry = await readEntry(sitting).catch(() => null);
  try {
    const sent = entry && (await sentDraftOf(entry).catch(unlessRefused));
    // In a form that has the post open by then, these words are what is gone on from.
    if (sent && !taken() && page.state.form.base?.id !== sent.left.id) {
      const done = await undoDraft(sent)
        .then(() => true)
        .catch(unlessRefused);
      if (done) void undone(page.posts, sent).then((notice) => here() && page.dispatch({ type: 'notice', notice }));
    }
  } catch (error) {
    if (here()) page.dispatch({ type: 'notice', notice: { kind: 'undone', failure: failureOf(error) } });
    return 'unsure';
  }
  if (taken()) return 'kept';
  return removeEntry(sitting).then(() => 'gone', notRemoved);
}

/** The browser does not let go of it: it can be tried again. */
function notRemoved(error: unknown): 'kept' {
  console.warn(error);
  return 'kept';
}

/** Gone by now, or somebody wrote in it since: then it is left as it is. */
function unlessRefused(error: unknown): null {
  if (isRefusal(error)) return null;
  throw error;
}

/** A draft that is certainly nothing but what an entry sent, and the post as it was before; a new text has no before. */
async function sentDraftOf(entry: Entry): Promise<LeftDraft | null> {
  const { base: opened, draftsSent = [] } = entry;
  const [first] = draftsSent;
  if (!first) return null;
  const left = await (opened ? readDraft(opened.id) : begunDraft(entry, first));
  if (!left) return null;
  const mine = opened ? isChangeOf(entry, opened, left) : isStill(draftsSent, left);
  return mine && !isUsed(left, opened) && !(await isAskedFor(left, opened)) ? { left, opened } : null;
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

/** Somebody counts on these words since: saved them as well, planned them, or made a link to them. None of that changes a version. */
function isUsed({ life }: Base, opened: Base | null): boolean {
  if (life?.edited_by !== ownName()) return true;
  const before = opened?.life;
  const isNew = (now: string | null | undefined, then: string | null | undefined) => now != null && now !== then;
  const planned = LANGUAGES.some((language) => {
    const [now, then] = [life.languages[language], before?.languages[language]];
    return isNew(now.publish_at, then?.publish_at) || isNew(now.unpublish_at, then?.unpublish_at);
  });
  return planned || isNew(life.shared_until, before?.shared_until);
}

/** An editor is asked for it, or has answered. A request for the draft of before, to which it goes back, is not about these words. */
async function isAskedFor({ id }: Base, opened: Base | null): Promise<boolean> {
  const approval = await readApproval(id);
  return approval !== null && !(approval.changed && opened?.life?.exists);
}

/**
 * The draft that a new text became, by its key. Asking makes one where there is none: so the list is asked before, and nobody
 * is where it cannot tell one draft from another, or where the server may have forgotten the key.
 */
async function begunDraft({ sitting, savedAt }: Entry, first: PostFields): Promise<Base | null> {
  const titles = LANGUAGES.map((language) => `title_${language}` as const);
  if (Date.now() - savedAt > KNOWN_MS || titles.every((title) => first[title].trim() === '')) return null;
  const posts = await listPosts();
  const listed = posts.some((post) => post.live === false && titles.every((title) => post[title] === first[title]));
  return listed ? baseOfDraft(await askForDraft(keyOf(sitting), first)) : null;
}
