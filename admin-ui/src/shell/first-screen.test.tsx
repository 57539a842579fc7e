import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { signedInWithNothingKept } from '../test/posts-page';
import { renderApp } from '../test/render-app';
import { FakeServer, json } from '../test/server';
import { fetchFirstScreen } from './screens';

it('a screen that is here is drawn at once, without anything in its place', async () => {
  new FakeServer().on('GET /api/blog/posts/', () => json([]));
  await signedInWithNothingKept();
  await fetchFirstScreen('/admin');
  renderApp('/admin');
  expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Posts' })).toBeVisible();
});

it('one that does not arrive keeps nothing from being drawn, and says so in its place', async () => {
  vi.resetModules();
  vi.doMock('../posts/posts-page', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  new FakeServer();
  await signedInWithNothingKept();
  await (await import('./screens')).fetchFirstScreen('/admin');
  (await import('../test/render-app')).renderApp('/admin');
  expect(await screen.findByRole('alert')).toHaveTextContent(/unexpected happened|Server error/);
});
