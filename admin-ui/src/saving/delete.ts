import { statusOf } from '../api/errors';
import { dropDraft, getDraft } from '../api/drafts';
import { deletePost } from '../api/posts';
import { publication } from '../site/publication';
import type { PostCache } from './post-cache';

/** A post that was gone already counts as deleted; one that somebody changed meanwhile stays, its card shows the new version. */
export type Deletion = 'gone' | 'changed' | 'failed';

export async function deletePostOf(posts: PostCache, id: number): Promise<Deletion> {
  const result = await attempt(posts, id);
  if (result !== 'gone') return result;
  posts.removed(id);
  void publication.follow();
  return 'gone';
}

async function attempt(posts: PostCache, id: number): Promise<Deletion> {
  try {
    if (posts.cardOf(id)?.live === false) await dropDraft(id, null);
    else await deletePost(id, posts.etagOf(id));
    return 'gone';
  } catch (error) {
    if (statusOf(error) === 404) return 'gone';
    return statusOf(error) === 412 ? lookAgain(posts, id) : 'failed';
  }
}

async function lookAgain(posts: PostCache, id: number): Promise<Deletion> {
  try {
    const { value } = await getDraft(id);
    posts.seen({ value, etag: value.post_etag });
    return 'changed';
  } catch (error) {
    return statusOf(error) === 404 ? 'gone' : 'failed';
  }
}
