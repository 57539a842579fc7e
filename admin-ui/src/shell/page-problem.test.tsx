import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense } from 'react';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyForm } from '../form/state';
import { entryOf, writeEntry } from '../journal/store';
import { signedInWithNothingKept } from '../test/posts-page';
import { PageBoundary } from './page-problem';
import { speak } from '../test/texts';

beforeEach(async () => {
  await signedInWithNothingKept();
  speak();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

function fail(error: Error) {
  const Broken = () => {
    throw error;
  };
  render(
    <MemoryRouter>
      <PageBoundary>
        <Broken />
      </PageBoundary>
    </MemoryRouter>,
  );
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

  it('says so of one that comes later and does not arrive, and makes room for another one', async () => {
    const Missing = lazy(() => Promise.reject(new TypeError('error loading dynamically imported module')));
    render(
      <MemoryRouter>
        <Link to="/other">elsewhere</Link>
        <PageBoundary>
          <Suspense>
            <Routes>
              <Route path="/" element={<Missing />} />
              <Route path="/other" element={<p>here</p>} />
            </Routes>
          </Suspense>
        </PageBoundary>
      </MemoryRouter>,
    );
    expect(await screen.findByText('Server error. Please try again later.')).toBeVisible();
    await userEvent.click(screen.getByText('elsewhere'));
    expect(await screen.findByText('here')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
