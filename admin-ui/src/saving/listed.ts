import type { ListedPost } from '../api/types';

/** The loaded list with a new post in front, */
export function withCreated(posts: readonly ListedPost[], created: ListedPost): ListedPost[] {
  return [created, ...posts.filter((post) => post.id !== created.id)];
}

/** with another version of a post, */
export function withUpdated(posts: readonly ListedPost[], updated: ListedPost): ListedPost[] {
  return posts.map((post) => (post.id === updated.id ? updated : post));
}

/** or without one. */
export function withoutPost(posts: readonly ListedPost[], id: number): ListedPost[] {
  return posts.filter((post) => post.id !== id);
}
