import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { cards, field, open, signedInWithNothingKept, user } from '../test/posts-page';
import { aPost, json } from '../test/server';

/** The trash's code, which comes when the test says so; once for the whole file. */
const line = vi.hoisted(() => {
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return { arrive: () => arrive(), arrived };
});
vi.mock('./trash-view', async (original) => {
  await line.arrived;
  return original();
});

beforeEach(signedInWithNothingKept);

const button = () => screen.getByRole('button', { name: 'Trash' });
async function opened() {
  const server = (await open([aPost({ id: 1 })])).on('GET /api/blog/trash/', () => json([]));
  await user.click(button());
  return server;
}

it('the list stays until the trash’s code is here, says so, and takes the focus from nobody who has gone on in the form', async () => {
  await opened();
  expect(cards()).toEqual(['1']);
  expect(button()).toHaveFocus();
  expect(screen.getByText('The page is loading…')).toHaveAttribute('role', 'status');
  await user.type(field('title_az'), 'Bu');
  await act(async () => line.arrive());
  expect(await screen.findByText('The trash is empty.')).toBeVisible();
  expect(field('title_az')).toHaveFocus();
  expect(cards()).toEqual([]);
});

it('the focus is in the trash once it is here, whose button is gone', async () => {
  await opened();
  expect(await screen.findByText('The trash is empty.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Trash' })).toHaveFocus());
});
