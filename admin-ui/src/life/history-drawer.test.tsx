import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { desk, UNSEEN } from '../test/desk';
import { edit, signedInWithNothingKept, user } from '../test/posts-page';
import { aDraft, aPost, json } from '../test/server';

const LIST = 'GET /api/blog/posts/1/revisions/';
const RESTORE = 'POST /api/blog/posts/1/revisions/4/restore/';
const version = (number: number, kind = 'auto') => ({ number, at: `2026-05-0${number}T08:00:00Z`, by: 'aysel', kind, languages: [] });
const versionOf = (number: number) => `${LIST}${number}/`;
const whole = (number: number, title: string, more: object = {}) =>
  json({ ...aPost({ id: 1, title_az: title, title_en: 'Old' }), ...version(number), live: [], ...more }, 200, { ETag: `"seen-${number}"` });

beforeEach(signedInWithNothingKept);

async function history() {
  await edit(1);
  await user.click(screen.getByRole('button', { name: 'History' }));
  return within(await screen.findByRole('dialog', { name: 'History of the post' }));
}

it('goes back to what was shown, or to nothing', async () => {
  const server = (await desk())
    .on(LIST, () => json([version(4)]))
    .on(versionOf(4), () => whole(4, 'Alpha'))
    .on(RESTORE, () => json(aDraft({ id: 1 })));
  const dialog = await history();
  await dialog.findByRole('heading', { name: 'Title (AZ)' });
  await user.click(dialog.getByRole('button', { name: 'Go back to this version' }));
  await waitFor(() => expect(server.asked(RESTORE)).toHaveLength(1));
  expect(server.asked(RESTORE)[0]?.headers.get('X-Revision-Match')).toBe('"seen-4"');
});

it('waits for the version before it goes back to it', async () => {
  const server = (await desk()).on(LIST, () => json([version(4)]));
  const held = server.hold(versionOf(4));
  const dialog = await history();
  const back = await dialog.findByRole('button', { name: 'Go back to this version' });
  expect(back).toHaveAttribute('aria-disabled', 'true');
  await user.click(back);
  expect(server.asked(RESTORE)).toHaveLength(0);
  await act(async () => held.answer(whole(4, 'Alpha')));
  await waitFor(() => expect(back).not.toHaveAttribute('aria-disabled'));
});

it('lists anew what was kept meanwhile, and goes on showing what was chosen', async () => {
  const server = (await desk()).on(LIST, () => json([version(4)])).on(versionOf(4), () => whole(4, 'Alpha'));
  await edit(1);
  await user.type(screen.getByRole('textbox', { name: /^Title/ }), ' beta');
  const kept = server.hold('PUT /api/blog/posts/1/draft/');
  await user.click(screen.getByRole('button', { name: 'History' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'History of the post' }));
  await dialog.findByRole('heading', { name: 'Title (AZ)' });
  await waitFor(() => expect(server.asked('PUT /api/blog/posts/1/draft/')).toHaveLength(1), { timeout: 10_000 });
  server.on(LIST, () => json([version(5), version(4)]));
  await act(async () => kept.answer(json(aDraft({ id: 1 }), 200, { ETag: '"d2"' })));
  await waitFor(() => expect(dialog.getAllByRole('button', { name: /May \d, 2026/ })).toHaveLength(2));
  expect(dialog.getByRole('button', { name: /May 4, 2026/ })).toHaveAttribute('aria-pressed', 'true');
});

it('says what going back does: languages that were not on the site stay as they are', async () => {
  const server = await desk({ languages: { az: UNSEEN, en: UNSEEN, ru: UNSEEN } });
  server.on(LIST, () => json([version(4, 'restore')])).on(versionOf(4), () => whole(4, 'Alpha', { title_en: '', live: ['az'] }));
  const dialog = await history();
  await dialog.findByRole('heading', { name: 'Title (AZ)' });
  expect(dialog.queryByRole('heading', { name: 'Title (EN)' })).toBeNull();
});

it('of words that were never on the site it goes back to all', async () => {
  const server = await desk({ languages: { az: UNSEEN, en: UNSEEN, ru: UNSEEN } });
  server.on(LIST, () => json([version(4, 'restore')])).on(versionOf(4), () => whole(4, 'Alpha', { title_en: '' }));
  const dialog = await history();
  expect(await dialog.findByRole('heading', { name: 'Title (EN)' })).toBeVisible();
});
