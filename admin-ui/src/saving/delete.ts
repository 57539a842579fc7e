import { mayHaveSucceeded, type Refused, refusedBy, statusOf } from '../api/errors';
import { dropDraft, getDraft } from '../api/drafts';
import { deletePost } from '../api/posts';
import type { Draft } from '../api/types';
import { generations } from '../site/generations';
import { failureOf } from './failure';
import type { PostCache } from './post-cache';

/** A post that was gone already counts as deleted; one that somebody changed, published or took off-line meanwhile stays, its card shows what it is now. */
export type Deletion = 'gone' | 'changed' | 'forbidden' | 'failed';

export async function deletePostOf(posts: PostCache, id: number, redirect: string | null = null): Promise<Deletion | Refused> {
  const result = await deleteOnce(posts, id, redirect);
  if (result !== 'gone') return result;
  posts.removed(id);
  void generations.follow();
  return 'gone';
}

async function deleteOnce(posts: PostCache, id: number, redirect: string | null): Promise<Deletion | Refused> {
  try {
    if (posts.cardOf(id)?.live === false) return await deleteDraft(posts, id);
    await deletePost(id, posts.etagOf(id), redirect);
    return 'gone';
  } catch (error) {
    if ('redirect_to' in refusedBy(error)) return refusedBy(error);
    if (failureOf(error) === 'forbidden') return 'forbidden';
    if ([404, 412].includes(statusOf(error))) return lookAgain(posts, id);
    // Of one that is there all the same, nobody else is the reason.
    return mayHaveSucceeded(error) && (await lookAgain(posts, id)) === 'gone' ? 'gone' : 'failed';
  }
}

/** The same call drops only the changes of a post that went live meanwhile: so what is deleted is looked at before, and named. */
async function deleteDraft(posts: PostCache, id: number): Promise<Deletion> {
  const { value, etag } = await getDraft(id);
  if (value.live) return stays(posts, value);
  await dropDraft(id, etag);
  return 'gone';
}

/** What is not there as a post may be there as a draft, and the other way round. */
async function lookAgain(posts: PostCache, id: number): Promise<Deletion> {
  try {
    const { value } = await getDraft(id);
    return value.state === 'trash' ? 'gone' : stays(posts, value);
  } catch (error) {
    return statusOf(error) === 404 ? 'gone' : 'failed';
  }
}

function stays(posts: PostCache, value: Draft): Deletion {
  posts.seen({ value, etag: value.post_etag });
  return 'changed';
}
