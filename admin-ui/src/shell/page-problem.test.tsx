import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense } from 'react';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyForm } from '../form/state';
import { entryOf, writeEntry } from '../journal/store';
import { signedInWithNothingKept } from '../test/posts-page';
import { renderApp } from '../test/render-app';
import { FakeServer, json } from '../test/server';
import { loadAgain } from '../ui/load-again';
import { PageBoundary } from './page-problem';
import { speak } from '../test/texts';

vi.mock('../ui/load-again', () => ({ loadAgain: vi.fn() }));

beforeEach(async () => {
  vi.mocked(loadAgain).mockClear();
  await signedInWithNothingKept();
  speak();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const MISSING = 'This part did not arrive.';
const NO_LINE = 'No connection to the server. Try again when you are back online.';

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

  it('blames nobody for a part that did not arrive: the server may have another one by now', async () => {
    fail(new TypeError('Failed to fetch dynamically imported module: http://127.0.0.1/admin/assets/posts-page.js'));
    expect(await screen.findByText(MISSING)).toBeVisible();
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
    expect(await screen.findByText(MISSING)).toBeVisible();
    await userEvent.click(screen.getByText('elsewhere'));
    expect(await screen.findByText('here')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('leaves the menu where it is, and loads again only where something answers', async () => {
    vi.doMock('../releases/releases-page', () => Promise.reject(new Error('Failed to fetch dynamically imported module')));
    const server = new FakeServer()
      .on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'owner' }))
      .on('GET /api/tokens/', () => json([]));
    const view = renderApp('/admin/tokens');
    await userEvent.click(await screen.findByRole('link', { name: 'Publications' }));
    const again = await screen.findByRole('button', { name: 'Load the page again' });
    expect(view.path()).toBe('/admin/releases');

    const held = server.hold('GET /admin/releases');
    await userEvent.click(again);
    await userEvent.click(again);
    expect(server.asked('GET /admin/releases')).toHaveLength(1);
    const said = screen.getByText(/unexpected happened|did not arrive/);
    held.lose();
    // Said anew to whoever has tried again.
    await waitFor(() => expect(said).not.toBeInTheDocument());
    expect(screen.getByText(NO_LINE)).toBeVisible();
    expect(loadAgain).not.toHaveBeenCalled();

    await userEvent.click(screen.getByRole('button', { name: 'Load the page again' }));
    held.answer(json({}));
    await waitFor(() => expect(loadAgain).toHaveBeenCalledOnce());
    await userEvent.click(screen.getByRole('link', { name: 'API tokens' }));
    expect(await screen.findByText('No tokens yet.')).toBeVisible();
  });

  it('loads nothing again for whoever has gone elsewhere meanwhile', async () => {
    vi.doMock('../releases/releases-page', () => Promise.reject(new Error('Failed to fetch dynamically imported module')));
    const server = new FakeServer()
      .on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'owner' }))
      .on('GET /api/tokens/', () => json([]));
    renderApp('/admin/releases');
    const held = server.hold('GET /admin/releases');
    await userEvent.click(await screen.findByRole('button', { name: 'Load the page again' }));
    await userEvent.click(screen.getByRole('link', { name: 'API tokens' }));
    await screen.findByText('No tokens yet.');
    await act(async () => held.answer(json({})));
    expect(loadAgain).not.toHaveBeenCalled();
  });
});
