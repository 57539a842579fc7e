import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { library, libraryServer, LIST, opened, picture } from '../test/pictures-page';
import { renderApp } from '../test/render-app';
import { type FakeServer, json } from '../test/server';

let server: FakeServer;
beforeEach(() => {
  server = libraryServer();
});

describe('the library', () => {
  it('shows pictures with what is known of them, and finds', async () => {
    server
      .on(`${LIST}&q=ofis&unused=true`, () => json([], 200, { 'X-Total-Count': '0' }))
      .on(`${LIST}&unused=true`, () => json(library.all.slice(0, 1), 200));
    renderApp('/admin/pictures');
    expect(await screen.findByText('Ofis')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Unused' }));
    await waitFor(() => expect(screen.queryByText('p1.png')).toBeNull());
    await userEvent.type(screen.getByRole('textbox', { name: 'Search texts and file names' }), 'ofis{Enter}');
    expect(await screen.findByText('No such picture was found.')).toBeVisible();
  });

  it('leaves the focus in the search, and takes nothing away that is typed on before the answer', async () => {
    const held = server.hold(`${LIST}&q=ofis`);
    renderApp('/admin/pictures');
    await screen.findByText('Ofis');
    const search = () => screen.getByRole('textbox', { name: 'Search texts and file names' });
    await userEvent.type(search(), ' ofis {Enter}');
    expect(search()).toHaveFocus();
    expect(search()).toHaveValue('ofis');
    await userEvent.keyboard('lər');
    held.answer(json([picture(3)], 200, { 'X-Total-Count': '1' }));
    expect(await screen.findByText('p3.png')).toBeVisible();
    expect(search()).toHaveFocus();
    expect(search()).toHaveValue('ofislər');
    await userEvent.click(screen.getByRole('button', { name: 'End the search' }));
    expect(search()).toHaveFocus();
    expect(search()).toHaveValue('');
  });

  it('copies an address, and shows it where the browser does not copy', async () => {
    renderApp('/admin/pictures');
    const dialog = await opened('p1');
    const copy = within(dialog).getByRole('button', { name: 'Copy address' });
    const clipboard = { writeText: vi.fn(() => Promise.resolve()) };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    await userEvent.click(copy);
    expect(await within(dialog).findByText('The address was copied.')).toBeVisible();
    expect(clipboard.writeText).toHaveBeenCalledWith('/api/blog/images/1/');
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
    await userEvent.click(copy);
    expect(await within(dialog).findByText('The browser did not allow copying.')).toBeVisible();
    const field = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Address of the picture' });
    expect(field).toHaveFocus();
    expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['/api/blog/images/1/', 0, field.value.length]);
  });

  it('selects the address again and says so again when the browser still does not copy, and lets whoever went on be', async () => {
    renderApp('/admin/pictures');
    const dialog = await opened('p1');
    const copy = within(dialog).getByRole('button', { name: 'Copy address' });
    const field = () => within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Address of the picture' });
    const told = () => within(dialog).getByText('The browser did not allow copying.');
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
    await userEvent.click(copy);
    await waitFor(() => expect(field()).toHaveFocus());
    const first = told();
    field().setSelectionRange(0, 0);
    await userEvent.click(copy);
    await waitFor(() => expect(field()).toHaveFocus());
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, field().value.length]);
    const second = told();
    expect(second).not.toBe(first);
    expect(second.closest('[role="status"]')).toBe(
      within(dialog)
        .getAllByRole('status')
        .find((one) => one.classList.contains('media__said')),
    );

    let refuse: () => void = () => undefined;
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: () => new Promise((_resolve, reject) => (refuse = () => reject(new Error('no')))) },
    });
    await userEvent.click(copy);
    const caption = within(within(dialog).getByRole('group', { name: 'English' })).getByLabelText('Caption');
    await userEvent.type(caption, 'x');
    refuse();
    await waitFor(() => expect(told()).not.toBe(second));
    expect(caption).toHaveFocus();
  });

  it('leaves whoever types on where they are when a refusal to copy comes late', async () => {
    renderApp('/admin/pictures');
    const dialog = await opened('p1');
    let refuse: () => void = () => undefined;
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: () => new Promise((_resolve, reject) => (refuse = () => reject(new Error('no')))) },
    });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Copy address' }));
    const caption = within(within(dialog).getByRole('group', { name: 'English' })).getByLabelText('Caption');
    await userEvent.type(caption, 'x');
    refuse();
    expect(await within(dialog).findByRole('textbox', { name: 'Address of the picture' })).toBeVisible();
    expect(caption).toHaveFocus();
  });

  it('begins with the pictures of a post when its address says so', async () => {
    server.on(`${LIST}&post=7`, () => json([library.all[1]], 200, { 'X-Total-Count': '1' }));
    renderApp('/admin/pictures?post=7');
    expect(await screen.findByText('p1.png')).toBeVisible();
    expect(screen.queryByText('p2.png')).toBeNull();
  });

  it('has what is looked for in its address, and begins with all where that makes no sense', async () => {
    server.on(`${LIST}&q=ofis&unused=true`, () => json([library.all[0]], 200, { 'X-Total-Count': '1' }));
    renderApp('/admin/pictures?q=ofis&unused=true&post=abc');
    expect(await screen.findByText('p2.png')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Search texts and file names' })).toHaveValue('ofis');
    expect(screen.getByRole('button', { name: 'Unused' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'End the search' }));
    await userEvent.click(screen.getByRole('button', { name: 'All' }));
    expect(await screen.findByText('p1.png')).toBeVisible();
    expect(screen.queryByText('The pictures could not be loaded.')).toBeNull();
  });

  it('saves only what was changed, with the tag it began from', async () => {
    renderApp('/admin/pictures');
    const dialog = await opened('p1');
    await userEvent.type(within(within(dialog).getByRole('group', { name: 'Russian' })).getByLabelText('Caption'), 'Баку');
    const point = within(dialog).getByRole('button', { name: 'Focal point: 50 % from the left, 50 % from the top' });
    point.focus();
    await userEvent.keyboard('{ArrowLeft}{Shift>}{ArrowDown}{/Shift}');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('Saved.')).toBeVisible();
    const [sent] = server.asked('PATCH /api/media/1/');
    expect(sent?.json).toEqual({ caption_ru: 'Баку', focus_x: 45, focus_y: 51 });
    expect(sent?.headers.get('If-Match')).toBe('"1"');
  });

  it('sets the focal point by a click on the picture', async () => {
    renderApp('/admin/pictures');
    const dialog = await opened('p1');
    const shown = dialog.querySelector('img');
    if (!shown) throw new Error('no picture');
    vi.spyOn(shown, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 200, 100));
    fireEvent.click(shown, { clientX: 140, clientY: 190 });
    expect(within(dialog).getByRole('button', { name: 'Focal point: 20 % from the left, 90 % from the top' })).toBeVisible();
  });

  it('keeps what is typed when someone else was faster, and saves over their tag then', async () => {
    renderApp('/admin/pictures');
    const dialog = await opened('p1');
    const english = within(within(dialog).getByRole('group', { name: 'English' })).getByLabelText(/^Alternative/);
    await userEvent.type(english, 'Office');
    server
      .on('PATCH /api/media/1/', () => json({}, 412))
      .on('GET /api/media/1/', () => json(picture(1, { alt_az: 'Ofis', alt_ru: 'Офис' }), 200, { ETag: '"9"' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText(/Someone else has changed this picture/)).toBeVisible();
    expect(english).toHaveValue('Office');
    expect(within(within(dialog).getByRole('group', { name: 'Russian' })).getByLabelText(/^Alternative/)).toHaveValue('Офис');
    server.on('PATCH /api/media/1/', () => json(picture(1, { alt_en: 'Office' }), 200, { ETag: '"10"' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('Saved.')).toBeVisible();
    expect(server.asked('PATCH /api/media/1/').at(-1)?.headers.get('If-Match')).toBe('"9"');
  });

  it('tells of a save that is answered after the panel was closed, and opens nothing', async () => {
    const held = server.hold('PATCH /api/media/1/');
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    renderApp('/admin/pictures');
    const dialog = await opened('p1');
    await userEvent.type(within(within(dialog).getByRole('group', { name: 'English' })).getByLabelText('Caption'), 'x');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    held.answer(json(picture(1, { caption_en: 'x' }), 200, { ETag: '"2"' }));
    expect(await screen.findByText('“p1.png” was saved.')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('tells nothing of an earlier picture’s save in the panel of another one, whose words stay', async () => {
    const held = server.hold('PATCH /api/media/1/');
    renderApp('/admin/pictures');
    const first = await opened('p1');
    await userEvent.type(within(within(first).getByRole('group', { name: 'English' })).getByLabelText('Caption'), 'x');
    await userEvent.click(within(first).getByRole('button', { name: 'Save' }));
    await userEvent.click(within(first).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const second = await opened('p2');
    const caption = within(within(second).getByRole('group', { name: 'English' })).getByLabelText('Caption');
    await userEvent.type(caption, 'mine');
    await act(async () => held.answer(json(picture(1, { caption_en: 'x' }), 200, { ETag: '"2"' })));
    expect(screen.getByRole('dialog')).toBe(second);
    expect(caption).toHaveValue('mine');
    expect(within(second).queryByText('Saved.')).toBeNull();
    expect(within(second).getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'false');
  });

  const other = new File(['GIF89a'], 'new.gif', { type: 'image/gif' });
  const REPLACE = 'PUT /api/media/1/file/';

  it('replaces the file with the tag it was opened with, and keeps what is typed', async () => {
    server.on(REPLACE, () => json(picture(1, { file_name: 'new.gif', version: 'def', width: 5 }), 200, { ETag: '"2"' }));
    const asked = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValue(true);
    renderApp('/admin/pictures');
    const dialog = await opened('p1');
    await userEvent.type(within(within(dialog).getByRole('group', { name: 'English' })).getByLabelText('Caption'), 'x');
    const chosen = within(dialog).getByLabelText('Replace the file');
    await userEvent.upload(chosen, other);
    expect(server.asked(REPLACE)).toHaveLength(0);
    await userEvent.upload(chosen, other);
    expect(asked).toHaveBeenCalledTimes(2);
    expect(await within(dialog).findByText('The file was replaced.')).toBeVisible();
    const [sent] = server.asked(REPLACE);
    expect([sent?.headers.get('If-Match'), (sent?.form.image as File).name]).toEqual(['"1"', 'new.gif']);
    expect(dialog.querySelector('img')).toHaveAttribute('src', '/api/blog/images/1/?v=def');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('Saved.')).toBeVisible();
    expect(server.asked('PATCH /api/media/1/')[0]?.headers.get('If-Match')).toBe('"2"');
  });

  it.each([
    [400, /This file is no JPEG/],
    [409, /in the library already/],
    [412, /Someone else has changed this picture/],
    [413, /The file is too large/],
    [403, /needs the role of an editor/],
  ])('says why a file was not taken: %d', async (status, words) => {
    server.on(REPLACE, () => json({}, status));
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    renderApp('/admin/pictures');
    const dialog = await opened('p1');
    await userEvent.upload(within(dialog).getByLabelText('Replace the file'), other);
    expect(await within(dialog).findByText(words)).toBeVisible();
    expect(within(dialog).queryByText('The file was replaced.')).toBeNull();
  });

  it('tells of a file that was replaced after another picture was opened, and changes nothing in that one', async () => {
    const held = server.hold(REPLACE);
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    renderApp('/admin/pictures');
    const first = await opened('p1');
    await userEvent.upload(within(first).getByLabelText('Replace the file'), other);
    await userEvent.click(within(first).getByRole('button', { name: 'Close' }));
    const second = await opened('p2');
    library.all = [picture(2, { used: false }), picture(1, { file_name: 'new.gif', version: 'def' })];
    held.answer(json(library.all[1], 200, { ETag: '"2"' }));
    expect(await screen.findByText('“new.gif” was saved.')).toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'p2.png' })).toBe(second);
    expect(second.querySelector('img')).toHaveAttribute('src', '/api/blog/images/2/?v=abc');
  });

  it('tells of a file that was not taken after the panel was closed, and asks before the tab is closed meanwhile', async () => {
    const held = server.hold(REPLACE);
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    renderApp('/admin/pictures');
    const dialog = await opened('p1');
    await userEvent.upload(within(dialog).getByLabelText('Replace the file'), other);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(asksBeforeClosing()).toBe(true);
    held.answer(json({}, 409));
    expect(await screen.findByText(/^“p1.png”: This file is in the library already/)).toHaveAttribute('role', 'alert');
    expect(asksBeforeClosing()).toBe(false);
    await opened('p2');
    expect(screen.queryByText(/^“p1.png”/)).toBeNull();
  });

  it('tells of a picture that was not deleted after its panel was closed', async () => {
    const held = server.hold('DELETE /api/media/2/');
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    renderApp('/admin/pictures');
    const dialog = await opened('p2');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    held.answer(json({}, 500));
    expect(await screen.findByText(/^“p2.png”: /)).toBeVisible();
  });

  it('shows where it is used by now when it cannot go for that, and takes away what somebody else has deleted', async () => {
    server.on('DELETE /api/media/2/', () => json({}, 409));
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    renderApp('/admin/pictures');
    const dialog = await opened('p2');
    expect(await within(dialog).findByText('Nowhere.')).toBeVisible();
    server.on('GET /api/media/2/uses/', () => json([{ id: 8, title: 'İki', state: 'draft', places: ['text'] }]));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByText('İki')).toBeVisible();
    expect(within(dialog).queryByText('Nowhere.')).toBeNull();
    server.on('DELETE /api/media/2/', () => json({}, 404));
    library.all = library.all.slice(1);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByText('This picture is not there any more.')).toBeVisible();
    await waitFor(() => expect(document.querySelector('[data-picture-id="2"]')).toBeNull());
  });

  it('says before anything is typed that a picture is for editors', async () => {
    library.all = [picture(2), picture(1, { editable: false })];
    renderApp('/admin/pictures');
    await userEvent.click(await screen.findByRole('button', { name: /p1/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/needs the role of an editor/)).toBeVisible();
    for (const field of dialog.getAllByRole('textbox')) expect(field).toHaveAttribute('readonly');
    for (const name of ['Save', 'Delete']) expect(dialog.queryByRole('button', { name })).toBeNull();
    expect(dialog.queryByLabelText('Replace the file')).toBeNull();
    dialog.getByRole('button', { name: /^Focal point/ }).focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(dialog.getByRole('button', { name: 'Focal point: 50 % from the left, 50 % from the top' })).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Copy address' })).toBeVisible();
  });

  it('says of what nothing uses when it goes, and what stays', async () => {
    library.all = [picture(2, { used: false, goes_at: '2026-12-05T08:00:00Z' }), picture(1, { used: false })];
    server.on(`${LIST}&unused=true`, () => json(library.all));
    renderApp('/admin/pictures?unused=true');
    expect(await screen.findByText('Unused: deleted on December 5, 2026')).toBeVisible();
    expect(screen.getByText(/stays until somebody deletes it/)).toBeVisible();
    expect(within(screen.getByRole('button', { name: /p1/ })).getByText('Unused')).toBeVisible();
    const dialog = await opened('p2');
    expect(within(dialog).getByText(/Deleted on December 5, 2026 unless/)).toBeVisible();
  });

  it('says where a picture is used and why it cannot go', async () => {
    server.on('DELETE /api/media/1/', () => json({}, 409));
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    renderApp('/admin/pictures');
    const dialog = await opened('p1');
    expect(await within(dialog).findByRole('link', { name: 'Bir' })).toHaveAttribute('href', '/blog/7/');
    expect(within(dialog).getByText('published · the post’s picture · in the history')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByText(/The picture is in use/)).toBeVisible();
  });

  it('deletes, says so, and takes the focus to the heading, also when another picture is open by then', async () => {
    const held = server.hold('DELETE /api/media/2/');
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    renderApp('/admin/pictures');
    const dialog = await opened('p2');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await opened('p1');
    library.all = library.all.slice(1);
    held.answer(json(null, 204));
    expect(await screen.findByText('“p2.png” was deleted.')).toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'p1.png' })).toBeVisible();
  });
});
