import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { libraryServer, LIST, opened } from '../test/pictures-page';
import { renderApp } from '../test/render-app';
import type { FakeServer } from '../test/server';
import { FakeUploads } from '../test/uploads';

let server: FakeServer;
beforeEach(() => {
  server = libraryServer();
});

describe('uploads into the library', () => {
  const file = (name: string) => new File(['GIF89a'], name, { type: 'image/gif' });
  const clipboard = (words: string, name: string) => ({
    files: [file(name)],
    getData: (type: string) => (type === 'text/plain' ? words : ''),
  });

  it('sends several, two at a time, each with its progress and its name', async () => {
    const uploads = new FakeUploads();
    renderApp('/admin/pictures');
    const chosen = await screen.findByLabelText('Drop pictures here, paste or choose them');
    await userEvent.upload(chosen, [file('a.gif'), file('b.gif'), file('c.gif')]);
    const [first, second] = await uploads.requests(2);
    expect(((first?.form?.get('image') ?? null) as File | null)?.name).toBe('a.gif');
    first?.progress(1, 4);
    await waitFor(() => expect(screen.getByRole('progressbar', { name: 'a.gif' })).toHaveValue(0.25));
    first?.answer(201, { id: 3, url: '/api/blog/images/3/', width: 1, height: 1 });
    second?.answer(400, {});
    const third = (await uploads.requests(3))[2];
    third?.answer(201, { id: 4, url: '/api/blog/images/4/', width: 1, height: 1 });
    expect(await screen.findByText('Added to the library: 2 of 3.')).toBeInTheDocument();
    const refused = screen.getByText(/This file is no JPEG/);
    expect(refused).toBeVisible();
    expect(refused).toHaveClass('field__error');
    expect(refused.querySelector('.icon')).not.toBeNull();
    expect(screen.getAllByText('Uploaded').map((told) => told.className)).toEqual(['', '']);
  });

  it('takes what is dropped and what is pasted', async () => {
    const uploads = new FakeUploads();
    renderApp('/admin/pictures');
    const label = await screen.findByText('Drop pictures here, paste or choose them');
    fireEvent.drop(label, { dataTransfer: { files: [file('d.gif'), new File(['x'], 'd.txt', { type: 'text/plain' })] } });
    expect(screen.getByText('d.txt').closest('li')).toHaveTextContent('This file is no JPEG');
    fireEvent.paste(document, { clipboardData: clipboard('', 'p.gif') });
    const names = (await uploads.requests(2)).map(({ form }) => (form?.get('image') as File).name);
    expect(names).toEqual(['d.gif', 'p.gif']);
  });

  it('is to be kept, and what has arrived is opened wherever it is in the library', async () => {
    const uploads = new FakeUploads();
    renderApp('/admin/pictures');
    await userEvent.upload(await screen.findByLabelText('Drop pictures here, paste or choose them'), file('other name.gif'));
    const [sent] = await uploads.requests(1);
    expect(sent?.form?.get('keep')).toBe('true');
    sent?.answer(201, { id: 1, url: '/api/blog/images/1/', width: 1, height: 1 });
    await userEvent.click(await screen.findByRole('button', { name: 'Open: other name.gif' }));
    expect(await screen.findByRole('dialog', { name: 'p1.png' })).toBeVisible();
  });

  it('tries once more what may succeed, with the file that is at hand, and takes what failed off the list', async () => {
    const uploads = new FakeUploads();
    renderApp('/admin/pictures');
    const chosen = await screen.findByLabelText('Drop pictures here, paste or choose them');
    await userEvent.upload(chosen, [file('a.gif'), file('b.gif')]);
    const [first, second] = await uploads.requests(2);
    first?.lose();
    second?.answer(400, {});
    await userEvent.click(await screen.findByRole('button', { name: 'Try again: a.gif' }));
    const third = (await uploads.requests(3))[2];
    expect((third?.form?.get('image') as File).name).toBe('a.gif');
    expect(chosen).toHaveFocus();
    third?.answer(201, { id: 3, url: '/api/blog/images/3/', width: 1, height: 1 });
    expect(await screen.findByText('Added to the library: 1 of 2.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Try again: b.gif' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Take off the list: b.gif' }));
    expect(screen.queryByText('b.gif')).toBeNull();
    expect(screen.getByText('Added to the library: 1 of 1.')).toBeInTheDocument();
  });

  it.each([
    [507, /The server has no room left/],
    [403, /must now sign in in two steps/],
    [503, 'The upload failed.'],
  ])('says why a file was not taken: %d', async (status, words) => {
    const uploads = new FakeUploads();
    renderApp('/admin/pictures');
    await userEvent.upload(await screen.findByLabelText('Drop pictures here, paste or choose them'), file('a.gif'));
    (await uploads.requests(1))[0]?.answer(status, {});
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again: a.gif' })).toBeVisible();
  });

  it('can be stopped one by one, and makes room for the next', async () => {
    const uploads = new FakeUploads();
    renderApp('/admin/pictures');
    const chosen = await screen.findByLabelText('Drop pictures here, paste or choose them');
    await userEvent.upload(chosen, [file('a.gif'), file('b.gif'), file('c.gif'), file('d.gif')]);
    await uploads.requests(2);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel: c.gif' }));
    expect(screen.queryByText('c.gif')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel: a.gif' }));
    const third = (await uploads.requests(3))[2];
    expect((third?.form?.get('image') as File).name).toBe('d.gif');
    expect(chosen).toHaveFocus();
    expect(screen.queryByText('a.gif')).toBeNull();
    // One that arrives all the same has gone from the list.
    uploads.sent[0]?.answer(201, { id: 3, url: '/api/blog/images/3/', width: 1, height: 1 });
    expect(screen.queryByText('a.gif')).toBeNull();
    expect(screen.getByText('b.gif')).toBeVisible();
  });

  it('promises nothing where the device is online and the server is not reached', async () => {
    const uploads = new FakeUploads();
    renderApp('/admin/pictures');
    await userEvent.upload(await screen.findByLabelText('Drop pictures here, paste or choose them'), file('a.gif'));
    (await uploads.requests(1))[0]?.lose();
    expect(await screen.findByText('No connection to the server.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again: a.gif' })).toBeVisible();
    expect(screen.queryByText(/starts anew/)).toBeNull();
  });

  it('says that the line is gone, and goes on when it is back', async () => {
    const uploads = new FakeUploads();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    renderApp('/admin/pictures');
    const chosen = await screen.findByLabelText('Drop pictures here, paste or choose them');
    await userEvent.upload(chosen, [file('a.gif'), file('b.gif')]);
    const [first, second] = await uploads.requests(2);
    first?.lose();
    second?.timeOut();
    expect(await screen.findByText(/^The connection was lost/)).toBeVisible();
    expect(await screen.findByText(/^The server did not answer in time/)).toBeVisible();
    online.mockRestore();
    fireEvent(window, new Event('online'));
    const third = (await uploads.requests(4))[2];
    expect((third?.form?.get('image') as File).name).toBe('a.gif');
    third?.answer(201, { id: 3, url: '/api/blog/images/3/', width: 1, height: 1 });
    uploads.sent[3]?.answer(400, {});
    expect(await screen.findByText('Added to the library: 1 of 2.')).toBeInTheDocument();
    fireEvent(window, new Event('online'));
    expect(uploads.sent).toHaveLength(4);
  });

  it('speaks of no dragging to a finger', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) =>
        ({
          matches: media === '(pointer: coarse)',
          media,
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        }) as unknown as MediaQueryList,
    );
    renderApp('/admin/pictures');
    expect(await screen.findByLabelText('Add pictures to the library')).toBeInTheDocument();
    expect(screen.queryByText(/Drop pictures here/)).toBeNull();
    vi.mocked(window.matchMedia).mockRestore();
  });

  it('leaves what is pasted into a field, below a dialog, or as words, to those', async () => {
    const uploads = new FakeUploads();
    renderApp('/admin/pictures');
    const goesOn = (target: Document | Element, words: string) => fireEvent.paste(target, { clipboardData: clipboard(words, 'image.png') });
    expect(goesOn(await screen.findByRole('textbox', { name: 'Search texts and file names' }), '')).toBe(true);
    expect(goesOn(document, 'Gəlir\t12 400')).toBe(true);
    const dialog = await opened('p1');
    expect(goesOn(dialog, '')).toBe(true);
    expect(goesOn(document, '')).toBe(true);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(goesOn(document, '')).toBe(false);
    expect(await uploads.requests(1)).toHaveLength(1);
  });

  it.each(['p.gif', '/home/leyla/p.gif', 'https://example.az/az/ofis.gif'])(
    'takes a copied picture that is there as %s too',
    async (words) => {
      const uploads = new FakeUploads();
      renderApp('/admin/pictures');
      await screen.findByText('Drop pictures here, paste or choose them');
      fireEvent.paste(document, { clipboardData: clipboard(words, 'p.gif') });
      await uploads.requests(1);
    },
  );

  it('stops when the screen is left, which is asked first', async () => {
    const uploads = new FakeUploads();
    renderApp('/admin/pictures');
    const before = server.asked(LIST).length;
    await userEvent.upload(await screen.findByLabelText('Drop pictures here, paste or choose them'), [
      file('a.gif'),
      file('b.gif'),
      file('c.gif'),
    ]);
    await uploads.requests(2);
    const asked = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValue(true);
    await userEvent.click(screen.getByRole('link', { name: 'My account' }));
    expect(screen.getByText('a.gif')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'My account' }));
    await waitFor(() => expect(screen.queryByText('a.gif')).toBeNull());
    expect(asked).toHaveBeenCalledTimes(2);
    expect(uploads.sent).toHaveLength(2);
    expect(server.asked(LIST).length).toBeLessThanOrEqual(before + 1);
  });
});
