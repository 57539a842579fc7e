import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Language, LanguageLife } from '../api/types';
import { baseOfDraft, emptyForm } from '../form/state';
import type { Workspace } from '../saving/workspace';
import { WorkspaceContext } from '../saving/workspace-context';
import { newQueryClient } from '../shell/query-client';
import { aDraft, FakeServer, json } from '../test/server';
import { speak } from '../test/texts';
import { OutlookLine } from './outlook-line';

const LIVE: LanguageLife = {
  state: 'published',
  stale: false,
  differs: false,
  published_at: '2026-11-29T08:00:00Z',
  scheduled_at: null,
  scheduled_action: null,
  publish_at: null,
  unpublish_at: null,
};
const PLANNED: LanguageLife = { ...LIVE, state: 'scheduled', scheduled_at: '2026-12-01T08:00:00Z', scheduled_action: 'publish' };

function said(language: Language, lives: Record<Language, LanguageLife>): string {
  speak(language);
  new FakeServer().on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'owner' }));
  const base = baseOfDraft({ value: aDraft({ exists: false, state: 'published', languages: lives }), etag: '"d1"' });
  const workspace = {
    subscribe: () => () => undefined,
    state: { form: { ...emptyForm('s'), base, fields: base.fields } },
  } as unknown as Workspace;
  const { container, unmount } = render(
    <QueryClientProvider client={newQueryClient()}>
      <WorkspaceContext value={workspace}>
        <OutlookLine id="outlook" />
      </WorkspaceContext>
    </QueryClientProvider>,
  );
  const words = container.textContent;
  unmount();
  return words;
}

it('a Russian year keeps its full stop within the sentence, and has one at its end', () => {
  const lives = { az: LIVE, en: LIVE, ru: LIVE };
  expect(said('ru', lives)).toMatch(/^[^.]+ от 29 ноября 2026\u00a0г\.$/);
  expect(said('ru', { ...lives, ru: PLANNED })).toMatch(/ от 29 ноября 2026\u00a0г\., план публикации [^.]+ отменится\.$/);
  expect(said('en', lives)).toMatch(/ as of November 29, 2026\.$/);
});
