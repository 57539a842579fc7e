import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { choose, PLANNED, SEEN } from '../test/desk';
import { edit, open, signedInWithNothingKept, user } from '../test/posts-page';
import { aDraft, aPost, json } from '../test/server';

beforeEach(signedInWithNothingKept);

describe('a dialog of the menu, when another text comes into the form', () => {
  const both = { ...PLANNED, publish_at: '2026-12-01T05:00:00Z', unpublish_at: '2026-12-24T05:00:00Z' };
  const post = (id: number) => aDraft({ id, languages: { az: SEEN, en: SEEN, ru: both }, state: 'scheduled' });
  /** The first post is in the form, the second one on its way there. */
  async function opening() {
    const server = await open([post(1), post(2)]);
    server.on('GET /api/blog/posts/1/draft/', () => json(post(1), 200, { ETag: '"d1"' }));
    const second = server.hold('GET /api/blog/posts/2/draft/');
    await edit(1);
    await user.click(screen.getByRole('button', { name: /Edit .*Başlıq 2/ }));
    const comes = async () => {
      await act(async () => second.answer(json(post(2), 200, { ETag: '"d2"' })));
      await screen.findByRole('heading', { name: /№ 2$/ });
    };
    return { server, comes };
  }

  /** The first post is being published, and the second one has come. */
  async function publishing() {
    const { server, comes } = await opening();
    const held = server.hold('POST /api/blog/posts/1/publish/');
    await choose('Choose languages and time…');
    await user.click(within(screen.getByRole('dialog')).getByRole('checkbox', { name: /English/ }));
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(server.asked('POST /api/blog/posts/1/publish/')).toHaveLength(1));
    await comes();
    return { server, held };
  }

  it.each(['Choose languages and time…', 'Plans…', 'Link for approval…', 'Take off the site…'])('goes with its text: %s', async (name) => {
    const { comes } = await opening();
    await choose(name);
    await comes();
    expect(screen.queryByRole('dialog')).toBeNull();
    await edit(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not needed to hear that nothing came of what was asked for in it', async () => {
    const { server, held } = await publishing();
    expect(screen.queryByRole('dialog')).toBeNull();
    // It is looked whether it was done after all.
    const planned = aDraft({ id: 1, languages: { az: SEEN, en: both, ru: both }, state: 'scheduled' });
    server.on('GET /api/blog/posts/1/draft/', () => json(planned, 200, { ETag: '"d1"' }));
    await act(async () => held.answer(json({}, 500)));
    expect(await screen.findByText(/^The text is no longer in the form/)).toBeVisible();
  });

  it('says nothing of what was done', async () => {
    const { server, held } = await publishing();
    const looked = server.asked('GET /api/site/').length;
    await act(async () => held.answer(json(aPost({ id: 1 }))));
    await waitFor(() => expect(server.asked('GET /api/site/').length).toBeGreaterThan(looked));
    expect(document.querySelector('[data-notice]')).toBeNull();
  });
});
