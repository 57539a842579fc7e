import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { library, libraryServer, LIST, opened, picture } from '../test/pictures-page';
import { renderApp } from '../test/render-app';
import { type FakeServer, json } from '../test/server';

let server: FakeServer;
beforeEach(() => {
  server = libraryServer();
});

describe('the focus', () => {
  it('is at the heading when a picture was deleted and its tile has gone', async () => {
    server.on('DELETE /api/media/2/', () => {
      library.all = library.all.slice(1);
      return json(null, 204);
    });
    renderApp('/admin/pictures');
    await userEvent.click(within(await opened('p2')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('p2.png')).toBeNull());
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Pictures' })).toHaveFocus());
  });

  it('is at the heading when a page is turned, whose buttons may be of no more use', async () => {
    server
      .on(LIST, () => json(library.all, 200, { 'X-Total-Count': '25' }))
      .on(LIST.replace('page=1', 'page=2'), () => json([picture(9)], 200, { 'X-Total-Count': '25' }));
    renderApp('/admin/pictures');
    await userEvent.click(await screen.findByRole('button', { name: 'Older' }));
    expect(await screen.findByText('p9.png')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Pictures' })).toHaveFocus();
  });
});

describe('the address of a picture', () => {
  it('opens it, until it is closed', async () => {
    const view = renderApp('/admin/pictures?picture=1');
    expect(await screen.findByRole('heading', { name: 'p1.png' })).toBeVisible();
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Pictures' })).toHaveFocus();
    view.unmount();
    renderApp('/admin/pictures?picture=x');
    expect(await screen.findByText('p2.png')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a page of the library', () => {
  it('that is not there any more gives way to the last one', async () => {
    let total = 25;
    server
      .on(LIST, () => json(library.all.slice(0, total), 200, { 'X-Total-Count': String(total) }))
      .on(LIST.replace('page=1', 'page=2'), () =>
        json(
          [9, 8].slice(0, total - 24).map((id) => picture(id)),
          200,
          { 'X-Total-Count': String(total) },
        ),
      )
      .on('GET /api/media/9/', () => json(picture(9), 200, { ETag: '"1"' }))
      .on('GET /api/media/9/uses/', () => json([]))
      .on('PATCH /api/media/9/', () => json(picture(9), 200, { ETag: '"2"' }));
    total = 26;
    renderApp('/admin/pictures');
    await userEvent.click(await screen.findByRole('button', { name: 'Older' }));
    const dialog = await opened('p9');
    await userEvent.type(within(within(dialog).getByRole('group', { name: 'English' })).getByLabelText('Caption'), 'x');
    // Somebody else has deleted others meanwhile.
    total = 2;
    server.on(LIST.replace('page=1', 'page=2'), () => json([], 200, { 'X-Total-Count': '2' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('p2.png')).toBeInTheDocument();
    expect(screen.queryByText('There are no pictures yet.')).toBeNull();
  });
});
