import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { readEntries } from '../journal/store';
import { edit, field, open, signedInWithNothingKept, user } from '../test/posts-page';
import { renderApp } from '../test/render-app';
import { aDraft, aPost, type FakeServer, json, type Seen } from '../test/server';

const BEGIN = 'POST /api/blog/drafts/';
const DRAFT = 'GET /api/blog/posts/7/draft/';
const UNSEEN = { state: 'draft', stale: false, published_at: null, scheduled_at: null, scheduled_action: null } as const;
const NEW = { id: 7, state: 'draft', live: false, languages: { az: UNSEEN, en: UNSEEN, ru: UNSEEN } } as const;

beforeEach(async () => {
  sessionStorage.clear();
  await signedInWithNothingKept();
});

const texts = ({ form }: Seen) => Object.fromEntries(Object.entries(form).filter(([, value]) => typeof value === 'string'));

/** A new text is written and kept as a draft; then the page is loaded again. */
async function reloadBehindDraft(answer: (server: FakeServer) => void) {
  const server = (await open([aPost({ id: 1 })])).on(BEGIN, (request) =>
    json(aDraft({ ...texts(request), ...NEW }), 200, { ETag: '"d1"' }),
  );
  await user.type(field('title_az'), 'Vergi');
  await screen.findByRole('heading', { name: /^New post *№ 7$/ });
  await waitFor(async () => expect(await readEntries()).toEqual([]));
  answer(server);
  await reload();
  return server;
}

async function reload() {
  window.dispatchEvent(new Event('pagehide'));
  cleanup();
  renderApp('/admin');
  await waitFor(() => expect(document.querySelector('#content_az')).not.toBeNull());
}

const draft = () => json(aDraft({ ...NEW, title_az: 'Vergi' }), 200, { ETag: '"d1"' });

describe('a draft that was in the form when the page was reloaded', () => {
  it('is a step away, and told about once', async () => {
    await reloadBehindDraft((server) => server.on(DRAFT, draft));
    expect(field('title_az')).toHaveValue('');
    expect(await screen.findByText('You were writing “Vergi”; it is kept as a draft')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Go on writing' }));
    await waitFor(() => expect(field('title_az')).toHaveValue('Vergi'));
    await reload();
    await waitFor(() => expect(field('title_az')).toHaveValue(''));
    expect(sessionStorage).toHaveLength(0);
  });

  it('is not told about to whoever is at another text by then', async () => {
    let line: { answer: (response: Response) => void } | undefined;
    const server = await reloadBehindDraft((held) => {
      line = held.hold(DRAFT);
    });
    await waitFor(() => expect(server.asked(DRAFT)).toHaveLength(1));
    await edit(1);
    await act(async () => line?.answer(draft()));
    expect(document.querySelector('[data-notice]')).toBeNull();
    expect(field('title_en')).toHaveValue('Title 1');
  });

  it('that is gone meanwhile is not told about', async () => {
    const server = await reloadBehindDraft(() => undefined);
    await waitFor(() => expect(server.asked(DRAFT)).toHaveLength(1));
    expect(document.querySelector('[data-notice]')).toBeNull();
  });
});
