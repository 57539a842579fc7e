import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { Approval, Role } from '../api/types';
import { renderApp } from './render-app';
import { aDraft, aPost, FakeServer, json } from './server';

/** A language that was never published. */
export const DRAFT = { state: 'draft', stale: false, published_at: null, scheduled_at: null, scheduled_action: null } as const;
/** A request for two of three languages. */
export const ASKED: Approval = {
  languages: ['az', 'ru'],
  note: 'Cüməyə lazımdır',
  asked_at: '2026-11-01T08:00:00Z',
  asked_by: 'aygun',
  changed: false,
  returned: null,
};
/** The request of the first post. */
export const ONE = '/api/blog/posts/1/approval/';

/** The page of somebody, with two working copies of which the first has this request. */
export async function pageOf(role: Role, approval: Approval | null) {
  let asked = approval;
  const server = new FakeServer().on('GET /api/blog/posts/', () => json([aPost({ id: 1 }), aPost({ id: 2 })]));
  for (const id of [1, 2]) {
    server.on(`GET /api/blog/posts/${id}/draft/`, () =>
      json(aDraft({ id, state: 'changed', exists: true, languages: { az: DRAFT, en: DRAFT, ru: DRAFT } }), 200, { ETag: `"d${id}-1"` }),
    );
    server.on(`GET /api/blog/posts/${id}/approval/`, () => json({ approval: id === 1 ? asked : null }));
  }
  server.on('GET /api/users/me/', () => json({ id: 3, username: role === 'author' ? 'aygun' : 'x', role, second_step_missing: false }));
  server.on('GET /api/approvals/returned/', () => json([]));
  server.on('GET /api/approvals/', () => json(asked ? [{ post_id: 1, title: 'Hesabat', ...asked }] : []));
  renderApp('/admin');
  await screen.findByText(/^\d+ posts?$/);
  await waitFor(() => expect(document.querySelector('#content_az')).not.toBeNull());
  return { server, now: (next: Approval | null) => (asked = next) };
}

export const panel = () => document.querySelector<HTMLElement>('[data-approval]');
