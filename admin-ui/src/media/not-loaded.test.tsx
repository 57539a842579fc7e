import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { libraryServer, LIST, opened, picture } from '../test/pictures-page';
import { renderApp } from '../test/render-app';
import { type FakeServer, json } from '../test/server';

let server: FakeServer;
beforeEach(() => {
  server = libraryServer();
});
const again = () => screen.findByRole('button', { name: 'Load again' });

describe('what is not loaded of the library', () => {
  it('stays said, with its button, while other words than the pictures below are tried once more', async () => {
    const found = `${LIST}&q=ofis`;
    server.on(found, () => json({}, 500));
    renderApp('/admin/pictures');
    await screen.findByText('Ofis');
    await userEvent.type(screen.getByRole('textbox', { name: 'Search texts and file names' }), 'ofis{Enter}');
    const button = await again();
    const held = server.hold(found);
    await userEvent.click(button);
    expect(screen.getByText('The pictures could not be loaded.')).toBeVisible();
    expect(button).toHaveFocus();
    await act(async () => held.answer(json([picture(3)], 200, { 'X-Total-Count': '1' })));
    expect(await screen.findByText('p3.png')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Pictures' })).toHaveFocus());
  });

  it('is the picture that was opened: it comes at the second try, with the focus at its name', async () => {
    const whole = () => json(picture(1), 200, { ETag: '"1"' });
    server.on('GET /api/media/1/', () => json({}, 503));
    renderApp('/admin/pictures');
    await userEvent.click(await screen.findByRole('button', { name: /p1/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('The picture could not be loaded.')).toHaveAttribute('role', 'alert');
    server.on('GET /api/media/1/', whole);
    await userEvent.click(await dialog.findByRole('button', { name: 'Load again' }));
    expect(await dialog.findByRole('button', { name: 'Save' })).toBeVisible();
    await waitFor(() => expect(dialog.getByRole('heading', { name: 'p1.png' })).toHaveFocus());
  });

  it('is no picture that somebody has deleted: there is nothing to try again', async () => {
    server.on('GET /api/media/1/', () => json({}, 404));
    renderApp('/admin/pictures');
    await userEvent.click(await screen.findByRole('button', { name: /p1/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('This picture is not there any more.')).toHaveAttribute('role', 'alert');
    expect(dialog.queryByRole('button', { name: 'Load again' })).toBeNull();
  });

  it('is where a picture is used', async () => {
    server.on('GET /api/media/1/uses/', () => json({}, 500));
    renderApp('/admin/pictures');
    const dialog = within(await opened('p1'));
    expect(await dialog.findByText('It could not be found out where it is used.')).toHaveAttribute('role', 'alert');
    server.on('GET /api/media/1/uses/', () => json([]));
    await userEvent.click(dialog.getByRole('button', { name: 'Load again' }));
    expect(await dialog.findByText('Nowhere.')).toBeVisible();
    await waitFor(() => expect(dialog.getByRole('heading', { name: 'Used in' })).toHaveFocus());
  });
});
