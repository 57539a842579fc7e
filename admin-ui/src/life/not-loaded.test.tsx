import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { desk, SEEN } from '../test/desk';
import { edit, signedInWithNothingKept, user } from '../test/posts-page';
import { aPost, type FakeServer, json } from '../test/server';

const LIST = 'GET /api/blog/posts/1/revisions/';
const version = (number: number) => ({ number, at: `2026-05-0${number}T08:00:00Z`, by: 'aysel', kind: 'save', languages: [] });
const versionOf = (number: number) => `${LIST}${number}/`;
const whole = (number: number, title: string) => json({ ...aPost({ id: 1, title_en: title }), ...version(number), live: [] });
const again = () => screen.findByRole('button', { name: 'Load again' });

beforeEach(signedInWithNothingKept);

async function history(server: FakeServer) {
  await edit(1);
  await user.click(screen.getByRole('button', { name: 'History' }));
  return { server, dialog: within(await screen.findByRole('dialog', { name: 'History of the post' })) };
}

it('versions that could not be listed are asked for again, and the focus stays in the dialog', async () => {
  const { server, dialog } = await history((await desk()).on(LIST, () => json({}, 500)));
  const button = await again();
  server.on(LIST, () => json([]));
  await user.click(button);
  expect(await dialog.findByText('No version has been kept yet.')).toBeVisible();
  expect(dialog.getByRole('heading', { name: 'History of the post' })).toHaveFocus();
});

it('versions are asked for again without a line, too', async () => {
  const server = (await desk()).on(LIST, () => json([]));
  await edit(1);
  server.offline = true;
  await user.click(screen.getByRole('button', { name: 'History' }));
  const button = await again();
  server.offline = false;
  await user.click(button);
  expect(await screen.findByText('No version has been kept yet.')).toBeVisible();
});

it('a version that could not be loaded says so, and is asked for again', async () => {
  const { server, dialog } = await history((await desk()).on(LIST, () => json([version(4)])).on(versionOf(4), () => json({}, 500)));
  const button = await again();
  expect(dialog.getByRole('alert')).toHaveTextContent('Could not be loaded.');
  server.on(versionOf(4), () => whole(4, 'Old title'));
  await user.click(button);
  expect(await dialog.findByRole('heading', { name: 'Title (EN)' })).toBeVisible();
});

it('so is the other one that it is compared with', async () => {
  const { server, dialog } = await history(
    (await desk())
      .on(LIST, () => json([version(4), version(3)]))
      .on(versionOf(4), () => whole(4, 'Newer'))
      .on(versionOf(3), () => json({}, 500)),
  );
  await dialog.findByRole('heading', { name: 'Title (EN)' });
  await user.selectOptions(dialog.getByRole('combobox'), '3');
  const button = await again();
  server.on(versionOf(3), () => whole(3, 'Older'));
  await user.click(button);
  expect(await dialog.findByText('Older', { exact: false })).toBeVisible();
});

it('a version that fails when another one has been chosen says nothing beside that one', async () => {
  const server = (await desk()).on(LIST, () => json([version(4), version(3)])).on(versionOf(3), () => whole(3, 'Older'));
  const held = server.hold(versionOf(4));
  const { dialog } = await history(server);
  await user.click(await dialog.findByRole('button', { name: /May 3, 2026/ }));
  await dialog.findByRole('heading', { name: 'Title (EN)' });
  await act(async () => held.answer(json({}, 500)));
  expect(dialog.queryByRole('alert')).toBeNull();
});

it('what has changed since a translation is asked for again', async () => {
  const CHANGES = 'GET /api/blog/posts/1/translated/';
  const server = (await desk({ languages: { az: SEEN, en: { ...SEEN, stale: true }, ru: SEEN } })).on(CHANGES, () => json({}, 500));
  await edit(1);
  await user.click(screen.getByRole('tab', { name: /^EN/ }));
  const what = await screen.findByRole('button', { name: 'What changed?' });
  await waitFor(() => expect(server.asked(CHANGES)).toHaveLength(1));
  await user.click(what);
  const button = await again();
  const words = { title: 'T', excerpt: '', content: '<p>beş faiz</p>' };
  server.on(CHANGES, () => json({ en: { stale: true, source_language: 'az', then: words, now: { ...words, content: '<p>on faiz</p>' } } }));
  await user.click(button);
  expect(await screen.findByText('beş')).toBeVisible();
  expect(what).toHaveFocus();
});
