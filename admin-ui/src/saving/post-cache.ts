import type { QueryClient } from '@tanstack/react-query';
import { problemOf } from '../api/errors';
import { listPosts } from '../api/posts';
import type { ListedPost, Post, Versioned } from '../api/types';
import { ALERTS } from '../i18n/fixed';
import { withCreated, withoutPost, withUpdated } from './listed';

export const POSTS_KEY = ['posts'];

/** A failed load is logged and shown as a browser alert, once per attempt. */
export async function loadPosts(): Promise<ListedPost[]> {
  try {
    return await listPosts();
  } catch (error) {
    // The whole page says so.
    if (problemOf(error) === 'second-step-missing') throw error;
    console.error(ALERTS.loadFailed, error);
    window.alert(ALERTS.loadFailed);
    throw error;
  }
}

/** The loaded list, kept in step with what is saved, opened and deleted here, and with what others do. */
export class PostCache {
  /** The list itself has no versions of single posts; these are known from opening and saving them. */
  private readonly etags = new Map<number, string | null>();
  private changes = 0;

  constructor(private readonly client: QueryClient) {}

  /** The version of a card, if it was opened or saved here. */
  etagOf(id: number): string | null {
    return this.etags.get(id) ?? null;
  }

  titleOf(id: number): string {
    return this.cardOf(id)?.title_az ?? '';
  }

  cardOf(id: number): ListedPost | undefined {
    return this.all().find((listed) => listed.id === id);
  }

  all(): readonly ListedPost[] {
    return this.client.getQueryData<ListedPost[]>(POSTS_KEY) ?? [];
  }

  /** A new post goes in front. */
  added(post: Versioned<Post>): void {
    this.note(post, withCreated);
  }

  /** The server's version of a post takes the place of the one on its card. */
  seen(post: Versioned<Post>): void {
    this.note(post, withUpdated);
  }

  removed(id: number): void {
    this.change((posts) => withoutPost(posts, id));
  }

  /** Loads the list behind the editor's back, so without a word if it fails. What was saved here meanwhile is newer. */
  async refresh(): Promise<void> {
    const { changes } = this;
    const posts = await listPosts(undefined, true).catch(() => null);
    if (!posts) return;
    if (changes !== this.changes) return this.refresh();
    this.client.setQueryData<ListedPost[]>(POSTS_KEY, posts);
  }

  forgetVersions(): void {
    this.etags.clear();
  }

  private note({ value, etag }: Versioned<Post>, edit: typeof withUpdated): void {
    this.etags.set(value.id, etag);
    this.change((posts) => edit(posts, value));
  }

  private change(edit: (posts: readonly ListedPost[]) => ListedPost[]): void {
    this.changes += 1;
    this.client.setQueryData<ListedPost[]>(POSTS_KEY, (posts) => (posts ? edit(posts) : posts));
  }
}
