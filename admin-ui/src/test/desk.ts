import { screen } from '@testing-library/react';
import { open, user } from './posts-page';
import { aDraft, json } from './server';

export const UNSEEN = { state: 'draft', stale: false, published_at: null, scheduled_at: null, scheduled_action: null } as const;
export const SEEN = { ...UNSEEN, state: 'published', published_at: '2026-05-03T08:00:00Z' } as const;
export const PLANNED = { ...UNSEEN, state: 'scheduled', scheduled_at: '2026-12-01T05:00:00Z', scheduled_action: 'publish' } as const;

const NEVER_PUBLISHED = { ...UNSEEN, differs: false };
/** What a draft says of itself that was never published. */
export const NEW_DRAFT = {
  state: 'draft',
  live: false,
  languages: { az: NEVER_PUBLISHED, en: NEVER_PUBLISHED, ru: NEVER_PUBLISHED },
} as const;

/** The list and the post as the staff sees them. */
export async function desk(draft: Parameters<typeof aDraft>[0] = {}) {
  const post = aDraft({ id: 1, languages: { az: SEEN, en: SEEN, ru: PLANNED }, state: 'scheduled', ...draft });
  const server = await open([post]);
  server.on('GET /api/blog/posts/1/draft/', () => json(post, 200, { ETag: '"d1"' }));
  return server;
}

/** Chooses from the menu beside the form's button. */
export async function choose(name: string) {
  await user.click(screen.getByRole('button', { name: 'More ways to publish' }));
  await user.click(screen.getByRole('menuitem', { name }));
  // Dialogs come after the first view.
  if (name.endsWith('…')) await screen.findByRole('dialog');
}
