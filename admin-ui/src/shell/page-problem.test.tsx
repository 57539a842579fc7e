import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyForm } from '../form/state';
import { startTranslations } from '../i18n';
import { entryOf, writeEntry } from '../journal/store';
import { signedInWithNothingKept } from '../test/posts-page';
import { PageProblem } from './page-problem';

beforeEach(async () => {
  await signedInWithNothingKept();
  localStorage.setItem('i18nextLng', 'en');
  startTranslations();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

function fail(error: Error) {
  const Broken = () => {
    throw error;
  };
  const router = createMemoryRouter([{ path: '/', Component: Broken, errorElement: <PageProblem /> }]);
  render(<RouterProvider router={router} />);
}

describe('a page that cannot be drawn', () => {
  it('does not blame the server', async () => {
    fail(new Error('a mistake of ours'));
    expect(await screen.findByText(/Something unexpected happened/)).toBeVisible();
    expect(screen.queryByText(/Server error/)).toBeNull();
    expect(screen.queryByText(/kept in this browser/)).toBeNull();
  });

  it('says that the unsaved text is kept, if it is', async () => {
    await writeEntry(entryOf(emptyForm('a')));
    fail(new Error('a mistake of ours'));
    expect(await screen.findByText(/Your unsaved text is kept in this browser/)).toBeVisible();
  });

  it('blames the line or the server for a part that did not arrive', async () => {
    fail(new TypeError('Failed to fetch dynamically imported module: http://127.0.0.1/admin/assets/posts-page.js'));
    expect(await screen.findByText('Server error. Please try again later.')).toBeVisible();
  });
});
