import { dropDraft, saveDraft } from '../api/drafts';
import { getImage } from '../api/posts';
import { titleOf } from '../form/fields';
import { toFormData } from '../form/payload';
import type { Base, Content } from '../form/state';
import { failureOf } from './failure';
import type { Page } from './page';
import type { PostCache } from './post-cache';
import type { LeftDraft, Notice } from './state';

/** Throws away what a cancelled form left, and says what became of it. */
export async function dropLeft({ dispatch, posts }: Page, draft: LeftDraft): Promise<void> {
  dispatch({ type: 'notice', notice: null });
  try {
    await undoDraft(draft);
  } catch (error) {
    dispatch({ type: 'notice', notice: { kind: 'undone', failure: failureOf(error) } });
    return;
  }
  dispatch({ type: 'notice', notice: await undone(posts, draft) });
}

/** Takes an undone draft off the list, or shows it there as it is now; answers what is to be said of it. */
export async function undone(posts: PostCache, { left, opened }: LeftDraft): Promise<Notice> {
  const goes = left.life?.live === false && !opened;
  const title = titleOf(left.fields) || `№ ${left.id}`;
  if (goes) posts.removed(left.id);
  await posts.refresh();
  return goes ? { kind: 'trashed', id: left.id, title, wasLive: false, redirect: null } : { kind: 'draftDropped', title };
}

/**
 * Takes a draft back to what it was when the form was opened, unless somebody wrote in it since. Without an earlier draft
 * there is none: a post on the site is as it was, one that never was there goes into the trash.
 */
export async function undoDraft({ left, opened }: LeftDraft): Promise<void> {
  if (!opened?.life?.exists) return dropDraft(left.id, left.draft ?? null);
  await saveDraft(left.id, toFormData(await contentOfOpened(left, opened)), left.draft ?? null);
}

async function contentOfOpened(left: Base, { fields, image }: Base): Promise<Content> {
  if (left.image === image) return { fields, image: null, imageRemoved: false };
  return { fields, image: image === null ? null : await getImage(image), imageRemoved: image === null };
}
