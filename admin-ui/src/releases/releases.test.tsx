import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Release, Releases } from '../api/types';
import { storeTokens } from '../auth/session';
import { generations } from '../site/generations';
import { FakeEvents } from '../test/events';
import { renderApp } from '../test/render-app';
import { FakeServer, json } from '../test/server';

const LIST = 'GET /api/releases/';
const BACK = 'POST /api/releases/6/restore/';
const ON = 'POST /api/releases/resume/';

function release(number: number, change: Partial<Release> = {}): Release {
  return {
    number,
    at: '2026-11-05T08:00:00Z',
    revision: number,
    restores: null,
    whole: false,
    pages: 2,
    addresses: ['/blog/7/', '/en/blog/7/'],
    current: false,
    can_return: true,
    ...change,
  };
}

const STANDS = { release: 6, since: '2026-11-05T09:00:00Z' };

let server: FakeServer;
let list: Releases;

beforeEach(() => {
  storeTokens({ access: 'a', refresh: 'r' });
  list = {
    held: null,
    releases: [
      release(7, { current: true, can_return: false, pages: 30 }),
      release(6),
      release(5, { whole: true, pages: 0, addresses: [] }),
    ],
  };
  server = new FakeServer().on('GET /api/users/me/', () => json({ id: 1, username: 'leyla', role: 'owner' })).on(LIST, () => json(list));
});

const row = (number: number) => within(document.querySelector<HTMLElement>(`[data-release="${number}"]`) as HTMLElement);
const back = () => screen.findByRole('button', { name: 'Go back to this: No. 6 (November 5, 2026, 12:00)' });

describe('publications', () => {
  it('say what changed, and lead back but from the one that is there', async () => {
    renderApp('/admin/releases');
    expect(await back()).toHaveTextContent('Go back to this');
    expect(row(7).getByText('on the site now')).toBeVisible();
    expect(row(7).getByText('/blog/7/ /en/blog/7/ and 28 more')).toBeVisible();
    expect(row(7).queryByRole('button')).toBeNull();
    expect(row(6).getByText('2 pages changed')).toBeVisible();
    expect(row(5).getByText('The whole site')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Publications' })).toHaveAttribute('aria-current', 'page');
  });

  it('are put in place again when that was meant, until publishing goes on', async () => {
    const stands: Releases = { held: STANDS, releases: [release(8, { restores: 6, current: true, can_return: false }), ...list.releases] };
    server.on(BACK, () => json((list = stands), 202)).on(ON, () => json((list = { ...stands, held: null }), 202));
    vi.mocked(window.confirm).mockReturnValueOnce(false);
    renderApp('/admin/releases');
    await userEvent.click(await back());
    expect(server.asked(BACK)).toHaveLength(0);
    await userEvent.click(await back());
    expect(await screen.findByText('The site is being put back as in No. 6.')).toBeVisible();
    expect(row(8).getByText('No. 6 put in place again')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Publications' })).toHaveFocus());
    await userEvent.click(screen.getByRole('button', { name: 'Let publishing go on' }));
    expect(await screen.findByText('Publishing goes on.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Let publishing go on' })).toBeNull();
  });

  it('that are back though the answer was lost say so, as does publishing that goes on', async () => {
    const stands: Releases = { held: STANDS, releases: [release(8, { restores: 6, current: true, can_return: false }), ...list.releases] };
    const held = [server.hold(BACK), server.hold(ON)];
    renderApp('/admin/releases');
    await userEvent.click(await back());
    list = stands;
    held[0]?.lose();
    expect(await screen.findByText('The site is being put back as in No. 6.')).toBeVisible();
    expect(screen.queryByText(/^That did not work/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Let publishing go on' }));
    list = { ...stands, held: null };
    held[1]?.lose();
    expect(await screen.findByText('Publishing goes on.')).toBeVisible();
    expect(screen.queryByText(/^That did not work/)).toBeNull();
  });

  it('say nothing of a lost answer until the list tells whether they are back, and are followed to the visitors then', async () => {
    const stands: Releases = { held: STANDS, releases: [release(8, { restores: 6, current: true, can_return: false }), ...list.releases] };
    const followed = vi.spyOn(generations, 'follow');
    const held = server.hold(BACK);
    renderApp('/admin/releases');
    await userEvent.click(await back());
    const again = server.hold(LIST);
    held.lose();
    await waitFor(() => expect(server.asked(LIST)).toHaveLength(2));
    expect(screen.queryByText(/^That did not work/)).toBeNull();
    expect(followed).not.toHaveBeenCalled();
    await act(async () => again.answer(json(stands)));
    expect(await screen.findByText('The site is being put back as in No. 6.')).toBeVisible();
    expect(screen.queryByText(/^That did not work/)).toBeNull();
    expect(followed).toHaveBeenCalledOnce();
  });

  it('that are not back after a lost answer say that it did not work', async () => {
    const held = server.hold(BACK);
    renderApp('/admin/releases');
    await userEvent.click(await back());
    held.lose();
    expect(await screen.findByText(/^That did not work/)).toBeVisible();
    await waitFor(() => expect(server.asked(LIST)).toHaveLength(2));
    expect(screen.queryByText('The site is being put back as in No. 6.')).toBeNull();
  });

  it('that are not kept any more say so', async () => {
    server.on(BACK, () => json({}, 404));
    renderApp('/admin/releases');
    await userEvent.click(await back());
    expect(await screen.findByText('That publication is not kept any more.')).toBeVisible();
  });

  it('go from the list when they are not kept any more, and the reason stays', async () => {
    server.on(BACK, () => {
      list = { ...list, releases: list.releases.filter(({ number }) => number !== 6) };
      return json({}, 404);
    });
    renderApp('/admin/releases');
    await userEvent.click(await back());
    await waitFor(() => expect(screen.queryByRole('button', { name: /No\. 6/ })).toBeNull());
    expect(screen.getByText('That publication is not kept any more.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Publications' })).toHaveFocus());
  });

  it('are asked for once however often one presses, and an answer that comes late troubles no other screen', async () => {
    const held = server.hold(BACK);
    renderApp('/admin/releases');
    await userEvent.click(await back());
    await userEvent.click(await back());
    expect(server.asked(BACK)).toHaveLength(1);
    await userEvent.click(screen.getByRole('link', { name: 'My account' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Publications' })).toBeNull());
    await act(async () => held.answer(json({ ...list, held: STANDS }, 202)));
    expect(screen.queryByText('The site is being put back as in No. 6.')).toBeNull();
    expect(screen.getByRole('link', { name: 'My account' })).toHaveAttribute('aria-current', 'page');
  });

  it('take the focus from nobody who went on before the answer', async () => {
    const held = server.hold(BACK);
    renderApp('/admin/releases');
    await userEvent.click(await back());
    const link = screen.getByRole('link', { name: 'My account' });
    link.focus();
    await act(async () => held.answer(json({ ...list, held: STANDS }, 202)));
    expect(await screen.findByText('The site is being put back as in No. 6.')).toBeVisible();
    expect(link).toHaveFocus();
  });

  it('are read again when one was published meanwhile', async () => {
    const events = new FakeEvents();
    renderApp('/admin/releases');
    await back();
    list = { ...list, releases: [release(8, { current: true, can_return: false }), ...list.releases] };
    const built = { rendered: 9, ms: 38, finished_at: '2026-11-05T08:30:00Z' };
    await act(async () => events.site({ revision: 2, last_build: built }));
    await waitFor(() => expect(row(8).getByText('on the site now')).toBeVisible());
  });

  it('that stand are told of on every screen', async () => {
    const events = new FakeEvents();
    renderApp('/admin');
    await screen.findByRole('heading', { name: 'New post' });
    await act(async () => events.site({ held: STANDS, revision: 9, published_revision: 4 } as object));
    expect(await screen.findByText(/^The site shows an earlier publication/)).toBeVisible();
  });

  it('are for owners', async () => {
    server.on('GET /api/users/me/', () => json({ id: 2, username: 'aysel', role: 'editor' })).on(LIST, () => json({}, 403));
    renderApp('/admin/releases');
    expect(await screen.findByText(/owner/i)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Publications' })).toBeNull();
  });
});
