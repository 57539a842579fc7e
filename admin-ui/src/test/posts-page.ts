import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import type { Post, WholePost } from '../api/types';
import { storeTokens } from '../auth/session';
import { readEntries, removeEntry } from '../journal/store';
import { renderApp } from './render-app';
import { aPost, FakeServer, json, type Seen } from './server';

export const user = userEvent.setup();
/** The call that creates a post. */
export const POST = 'POST /api/blog/posts/';

/** A field of the form by its name. */
export function field<T extends HTMLElement = HTMLInputElement>(name: string): T {
  const found = document.querySelector<T>(`[name="${name}"]`);
  if (!found) throw new Error(`no field ${name}`);
  return found;
}

/** Numbers of the posts on the cards, in their order. */
export function cards(): string[] {
  return [...document.querySelectorAll<HTMLElement>('[data-post-id]')].map((card) => card.dataset['postId'] ?? '');
}

/** The admin's page with these posts, each of which can be opened for editing. */
export async function open(posts: Post[] | Post) {
  const server = new FakeServer().on('GET /api/blog/posts/', () => json(posts));
  for (const post of Array.isArray(posts) ? posts : [posts]) {
    server.on(`GET /api/blog/posts/${post.id}/`, () => json(post, 200, { ETag: `"${post.id}-1"` }));
  }
  renderApp('/admin');
  await screen.findByText(/^\d+ posts?$/);
  await waitFor(() => expect(document.querySelector('#content_az')).not.toBeNull());
  return server;
}

/** Fills what is required. */
export async function fill() {
  for (const name of ['title_az', 'title_en', 'title_ru', 'author']) await user.type(field(name), `new ${name}`);
}

/** Opens a post for editing by its card. */
export async function edit(id: number) {
  await user.click(screen.getByRole('button', { name: new RegExp(`Edit .*Başlıq ${id}`) }));
  await screen.findByRole('heading', { name: new RegExp(`^Edit post *№ ${id}$`) });
}

/** The post that a form asks for, as the server would answer it. */
export function saved({ form }: Seen, id: number): WholePost {
  const texts = Object.fromEntries(Object.entries(form).filter(([, value]) => typeof value === 'string'));
  return { ...aPost({ id }), ...texts, featured: form['featured'] === 'true', trending: form['trending'] === 'true' } as WholePost;
}

/** So many looks in a row find no entry: a form that went with its test may have one write on its way and one behind it. */
const LOOKS = 4;

/** Signed in, and nothing left over from the test before. */
export async function signedInWithNothingKept() {
  storeTokens({ access: 'a', refresh: 'r' });
  for (let empty = 0; empty < LOOKS;) {
    const entries = await readEntries();
    empty = entries.length === 0 ? empty + 1 : 0;
    for (const { sitting } of entries) await removeEntry(sitting);
  }
}
