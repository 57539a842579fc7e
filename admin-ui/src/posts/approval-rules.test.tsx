import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Approval, Role, WholePost } from '../api/types';
import { FakeEvents } from '../test/events';
import { edit, signedInWithNothingKept, user } from '../test/posts-page';
import { renderApp } from '../test/render-app';
import { aDraft, aPost, FakeServer, json } from '../test/server';

const PUBLISHED = {
  state: 'published',
  stale: false,
  published_at: '2026-05-03T08:00:00Z',
  scheduled_at: null,
  scheduled_action: null,
} as const;
const DRAFT = { ...PUBLISHED, state: 'draft', published_at: null } as const;
const PLANNED = { ...DRAFT, state: 'scheduled', scheduled_at: '2026-12-03T08:00:00Z', scheduled_action: 'publish' } as const;
const ASKED: Approval = {
  languages: ['az'],
  note: '',
  asked_at: '2026-11-01T08:00:00Z',
  asked_by: 'aygun',
  changed: false,
  returned: null,
};
const RETURNED: Approval = { ...ASKED, returned: { at: '2026-11-02T08:00:00Z', by: 'orxan', note: 'Mənbə yoxdur' } };
const ONE = '/api/blog/posts/1/approval/';

beforeEach(signedInWithNothingKept);

interface Scene {
  as: [name: string, role: Role];
  approval?: Approval | null;
  texts?: Partial<WholePost>;
  languages?: Parameters<typeof aDraft>[0];
}

/** The page of somebody, with one post that is open. */
async function pageOf({
  as: [username, role],
  approval = null,
  texts = {},
  languages = { languages: { az: DRAFT, en: DRAFT, ru: DRAFT } },
}: Scene) {
  const draft = aDraft({ id: 1, state: 'changed', ...languages, ...texts });
  const server = new FakeServer()
    .on('GET /api/blog/posts/', () => json([draft]))
    .on('GET /api/blog/posts/1/draft/', () => json(draft, 200, { ETag: '"d1-1"' }))
    .on(`GET ${ONE}`, () => json({ approval }))
    .on('GET /api/approvals/', () => json([]))
    .on('GET /api/approvals/returned/', () => json(approval?.returned ? [{ post_id: 1, title: 'Hesabat', ...approval }] : []))
    .on('GET /api/users/me/', () => json({ id: 3, username, role, second_step_missing: false }));
  renderApp('/admin');
  await screen.findByText(/^\d+ posts?$/);
  await waitFor(() => expect(document.querySelector('#content_az')).not.toBeNull());
  return server;
}
const panel = () => document.querySelector<HTMLElement>('[data-approval]');
const asking = async () => {
  await edit(1);
  await user.click(await screen.findByRole('button', { name: 'Ask for publication…' }));
  const dialog = within(await screen.findByRole('dialog'));
  return { dialog, ask: () => user.click(dialog.getByRole('button', { name: 'Ask' })) };
};

describe('what was sent back', () => {
  it('stands above the posts of who asked, and leads to the post', async () => {
    await pageOf({ as: ['aygun', 'author'], approval: RETURNED });
    const list = within(await screen.findByRole('region', { name: '1 post was sent back to you' }));
    expect(list.getByText(/^Sent back by orxan/)).toBeVisible();
    expect(list.getByText('Mənbə yoxdur')).toBeVisible();
    await user.click(list.getByRole('button', { name: 'Open: Hesabat' }));
    await waitFor(() => expect(panel()).not.toBeNull());
    expect(within(panel() ?? document.body).getByRole('button', { name: 'Understood' })).toBeVisible();
  });

  it('is not another author’s to put away', async () => {
    await pageOf({ as: ['rena', 'author'], approval: RETURNED });
    await edit(1);
    await waitFor(() => expect(panel()).toHaveTextContent(/^Sent back by orxan/));
    expect(within(panel() ?? document.body).queryByRole('button')).toBeNull();
  });
});

describe('a plan that waits', () => {
  const waits = { languages: { az: { ...PLANNED, schedule_problem: { at: ['changed_since'] } }, en: PLANNED, ru: DRAFT } } as Parameters<
    typeof aDraft
  >[0];

  it('is listed for editors, and opens', async () => {
    await pageOf({ as: ['orxan', 'editor'], languages: waits });
    const list = within(await screen.findByRole('region', { name: 'The plan of 1 post waits for an editor' }));
    expect(list.getByText(/^AZ: The publication planned for .* waits/)).toBeVisible();
    expect(list.queryByText(/^EN:/)).toBeNull();
    await user.click(list.getByRole('button', { name: 'Open: Başlıq 1' }));
    expect(await screen.findByRole('heading', { name: /№ 1$/ })).toBeVisible();
  });

  it('is nothing for authors', async () => {
    await pageOf({ as: ['aygun', 'author'], languages: waits });
    await screen.findByRole('button', { name: 'Ask for publication…' });
    expect(screen.queryByRole('region', { name: /waits for an editor/ })).toBeNull();
  });
});

describe('a request that is answered', () => {
  it('while its author saves, says to look at the post as it is now', async () => {
    const server = await pageOf({ as: ['orxan', 'editor'], approval: ASKED });
    server.on('POST /api/blog/posts/1/publish/', () => json({}, 412));
    await edit(1);
    await user.click(await screen.findByRole('button', { name: 'Publish AZ' }));
    expect(
      await screen.findByText('Somebody changed the post meanwhile. The form shows it as it is now: look at it before you go on.'),
    ).toBeVisible();
    expect(screen.queryByText(/Choose a version first/)).toBeNull();
  });

  it('is none when its post has gone into the trash', async () => {
    const events = new FakeEvents();
    const server = await pageOf({ as: ['orxan', 'editor'], approval: ASKED });
    await edit(1);
    await screen.findByRole('button', { name: 'Publish AZ' });
    server.on(`GET ${ONE}`, () => json({}, 404));
    events.site({ revision: 1 });
    events.site({ revision: 2 });
    await waitFor(() => expect(panel()).toBeNull());
  });

  it('by a title alone is published by it', async () => {
    const server = await pageOf({ as: ['orxan', 'editor'], approval: ASKED, texts: { content_az: '' } });
    const publish = 'POST /api/blog/posts/1/publish/';
    server.on(publish, () => json(aPost({ id: 1 })));
    await edit(1);
    await user.click(await screen.findByRole('button', { name: 'Publish AZ' }));
    await waitFor(() => expect(server.asked(publish)[0]?.json).toEqual({ languages: ['az'], titles_suffice: true }));
  });
});

describe('what is asked for', () => {
  it('may have titles alone, and what is missing is said', async () => {
    const server = await pageOf({ as: ['aygun', 'author'], texts: { content_az: '', content_en: '', content_ru: '', title_ru: '' } });
    server.on(`POST ${ONE}`, () => json(ASKED, 201));
    const { dialog, ask } = await asking();
    expect(dialog.getByText('no content yet')).toBeVisible();
    expect(dialog.getByText('no content: the Azerbaijani text is shown')).toBeVisible();
    expect(dialog.getByText('the title is empty')).toBeVisible();
    await user.click(dialog.getByRole('checkbox', { name: /^Azerbaijani/ }));
    await ask();
    await waitFor(() => expect(server.asked(`POST ${ONE}`)[0]?.json).toEqual({ languages: ['az'], note: '' }));
  });

  it('has Azerbaijani first', async () => {
    const server = await pageOf({ as: ['aygun', 'author'] });
    const { dialog, ask } = await asking();
    await user.click(dialog.getByRole('checkbox', { name: /^Azerbaijani/ }));
    expect(dialog.getByText('The Azerbaijani text is not on the site: choose it as well.')).toBeVisible();
    await ask();
    expect(server.asked(`POST ${ONE}`)).toHaveLength(0);
  });

  it('has an author', async () => {
    const server = await pageOf({ as: ['aygun', 'author'], texts: { author: '' } });
    const { dialog, ask } = await asking();
    expect(dialog.getByText('First write who the author of the post is.')).toBeVisible();
    await ask();
    expect(server.asked(`POST ${ONE}`)).toHaveLength(0);
  });

  it('is something that is not on the site yet', async () => {
    const server = await pageOf({ as: ['aygun', 'author'], languages: { state: 'published', exists: false } });
    server.on(`POST ${ONE}`, () => json({ errors: { languages: ['no_changes'] } }, 422));
    const { dialog, ask } = await asking();
    await ask();
    expect(await dialog.findByText('There is nothing for an editor to publish: the site shows just this text.')).toBeVisible();
  });
});
