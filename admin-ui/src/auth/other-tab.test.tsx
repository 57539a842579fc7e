import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { field, open, signedInWithNothingKept, user } from '../test/posts-page';
import { signInRequest } from './sign-in-request';

beforeEach(signedInWithNothingKept);

/** What another tab does to the session, as the browser tells this one. */
function elsewhere(change: () => void) {
  change();
  window.dispatchEvent(new StorageEvent('storage', { key: 'isAuthenticated' }));
}

const signOut = () => ['accessToken', 'refreshToken', 'isAuthenticated'].forEach((key) => localStorage.removeItem(key));
const signIn = () =>
  Object.entries({ accessToken: 'b', refreshToken: 's', isAuthenticated: 'true' }).forEach(([key, value]) =>
    localStorage.setItem(key, value),
  );

describe('signing out in another tab', () => {
  it('leads to the sign-in page when nothing is unsaved', async () => {
    await open([]);
    elsewhere(signOut);
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  it('leaves a form with unsaved words, under a dialog whose first field has the focus', async () => {
    await open([]);
    await user.type(field('title_az'), 'Yarımçıq');
    elsewhere(signOut);
    const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' });
    expect(dialog.querySelector('[name=username]')).toHaveFocus();
    expect(field('title_az')).toHaveValue('Yarımçıq');
    elsewhere(signIn);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(field('title_az')).toHaveValue('Yarımçıq');
  });

  it('leads to the sign-in page once the form is emptied', async () => {
    await open([]);
    await user.type(field('title_az'), 'Yarımçıq');
    elsewhere(signOut);
    await screen.findByRole('dialog');
    signInRequest.dismissed();
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  });
});
