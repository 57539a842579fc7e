import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readEntries } from '../journal/store';
import { cards, edit, field, fill, open, POST, saved, signedInWithNothingKept, user } from '../test/posts-page';
import { renderApp } from '../test/render-app';
import { aPost, FakeServer, json } from '../test/server';

beforeEach(signedInWithNothingKept);

describe('the list', () => {
  it('wraps a single post', async () => {
    await open(aPost({ id: 3 }));
    expect(cards()).toEqual(['3']);
  });

  it('alerts and logs a failed load once', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    new FakeServer().on('GET /api/blog/posts/', () => json({}, 500));
    renderApp('/admin');
    await screen.findByText('The posts could not be loaded.');
    expect(screen.queryByText(/^\d+ posts?$/)).toBeNull();
    expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazıları yüklənə bilmədi!');
    expect(log).toHaveBeenCalled();
  });

  it('shows one featured post, and not a draft that asks for the mark which another one got', async () => {
    const draft = {
      ...aPost({ id: 1, featured: true }),
      live: false,
      state: 'draft',
      edited_at: '2026-03-06T08:00:00Z',
      edited_by: 'Rauf',
    };
    await open([draft as ReturnType<typeof aPost>, aPost({ id: 2 }), aPost({ id: 3, featured: true })]);
    expect(cards()).toEqual(['3', '1', '2']);
    const [first, second] = screen.getAllByRole('article') as [HTMLElement, HTMLElement];
    expect(within(first).getByText('Featured')).toBeVisible();
    expect(within(second).queryByText('Featured')).toBeNull();
  });

  it('pages by six, featured first; a filter goes back to page 1, a page change to the top', async () => {
    await open(Array.from({ length: 14 }, (_, at) => aPost({ id: at + 1, featured: at === 9, category: at % 2 ? 'hr' : 'audit' })));
    expect(cards()).toEqual(['10', '1', '2', '3', '4', '5']);
    await user.click(screen.getByRole('button', { name: 'Page 3' }));
    expect(cards()).toEqual(['13', '14']);
    expect(window.scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }));
    await user.selectOptions(field<HTMLSelectElement>('category_filter'), 'hr');
    expect(cards()).toEqual(['10', '2', '4', '6', '8', '12']);
    expect(screen.getByRole('button', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');
    await user.selectOptions(field<HTMLSelectElement>('category_filter'), 'valuation');
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });

  it('shows cards in Azerbaijani, then in the language of the switch', async () => {
    await open([aPost({ id: 1 })]);
    const card = screen.getByRole('article');
    expect(within(card).getByRole('heading')).toHaveTextContent('Başlıq 1');
    expect(card).toHaveTextContent('Audit xidmətləri');
    await user.click(within(screen.getByRole('group', { name: 'Card language' })).getByRole('button', { name: 'RU' }));
    expect(within(card).getByRole('heading')).toHaveTextContent('Заголовок 1');
  });

  it('names the public page of a language by the letters on its link, and by its post', async () => {
    await open([aPost({ id: 1 }), aPost({ id: 2 })]);
    const [first] = screen.getAllByRole('article');
    expect(within(first as HTMLElement).getByRole('link', { name: /^RU, Russian/ })).toHaveTextContent('RU');
    const names = screen.getAllByRole('link', { name: /open on the site/ }).map((link) => link.getAttribute('aria-label'));
    expect(names).toContain('RU, Russian: open on the site, “Başlıq 2”');
    expect(new Set(names).size).toBe(6);
  });
});

describe('creating', () => {
  it('offers who has written, and takes any other name', async () => {
    const server = (await open([aPost({ id: 1, author: 'Aygün' }), aPost({ id: 2, author: 'Rauf' })])).on('POST /api/blog/posts/', () =>
      json(aPost({ id: 3 }), 201),
    );
    const offered = [...((field('author') as HTMLInputElement).list?.options ?? [])].map(({ value }) => value);
    expect(offered).toEqual(['Aygün', 'Rauf']);
    await user.type(field('author'), 'Somebody else');
    expect(field('author')).toHaveValue('Somebody else');
    expect(server.asked('POST /api/blog/posts/')).toHaveLength(0);
  });

  it('says what is missing beside the name of a field and not in it', async () => {
    await open([]);
    expect(document.querySelector('label[for=author]')).toHaveTextContent('Author *');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    for (const name of ['Author *', 'Title (AZ)']) {
      const required = screen.getByRole(name === 'Author *' ? 'combobox' : 'textbox', { name });
      expect(required).toBeRequired();
      expect(required).toHaveAccessibleDescription(/required/i);
    }
  });

  it('asks for the required fields before anything is sent', async () => {
    const server = await open([]);
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(screen.getByText('4 required fields are empty.')).toBeVisible();
    await waitFor(() => expect(field('title_az')).toHaveFocus());
    expect(server.asked(POST)).toHaveLength(0);
  });

  it('puts the post in front, says so, and empties the form', async () => {
    const server = (await open([aPost({ id: 1 })])).on(POST, (request) => json(saved(request, 2), 201));
    await fill();
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısı uğurla yaradıldı!'));
    expect(cards()).toEqual(['2', '1']);
    expect(field('title_az')).toHaveValue('');
    expect(server.asked(POST)[0]?.form).not.toHaveProperty('image');
    expect(server.asked(POST)[0]?.headers.get('Authorization')).toBe('Bearer a');
  });

  it('saves once however often the button is pressed', async () => {
    const server = (await open([])).on(POST, async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return json(saved(request, 2), 201);
    });
    await fill();
    await user.dblClick(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalled());
    expect(server.asked(POST)).toHaveLength(1);
  });

  it('keeps the text when it fails, says why without reading the answer, and tries again', async () => {
    const server = await open([]);
    server.offline = true;
    await fill();
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısını yaratmaq alınmadı!'));
    expect(field('title_az')).toHaveValue('new title_az');
    server.offline = false;
    server.on(POST, (request) => json(saved(request, 2), 201));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yaradıldı!'));
  });

  it('refuses an empty file as soon as it is chosen', async () => {
    await open([]);
    await user.upload(field('image'), new File([], 'x.png', { type: 'image/png' }));
    expect(screen.getByText('The file is empty (0 bytes). Choose another image.')).toBeVisible();
    expect(field('image').files).toHaveLength(0);
  });

  it('takes image files only', async () => {
    await open([]);
    const input = field('image');
    expect(input.accept).toBe('image/*');
    await userEvent.setup({ applyAccept: false }).upload(input, new File(['x'], 'x.pdf', { type: 'application/pdf' }));
    expect(screen.getByText('Only image files can be chosen.')).toBeVisible();
    expect(input.files).toHaveLength(0);
  });
});

describe('editing', () => {
  it('fills the form, updates with the version, replaces the card, and returns to create mode', async () => {
    const server = (await open([aPost({ id: 1 }), aPost({ id: 2 })])).on('PUT /api/blog/posts/2/', (request) => json(saved(request, 2)));
    await edit(2);
    expect(field('title_en')).toHaveValue('Title 2');
    expect(field('image').files).toHaveLength(0);
    expect(document.querySelector('#content_ru')).toHaveTextContent('Текст');
    await user.clear(field('title_az'));
    await user.type(field('title_az'), 'Dəyişdi');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısı uğurla yeniləndi!'));
    expect(server.asked('PUT /api/blog/posts/2/')[0]?.headers.get('If-Match')).toBe('"2-1"');
    expect(cards()).toEqual(['1', '2']);
    expect(screen.getByRole('heading', { name: 'Dəyişdi' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'New post' })).toBeVisible();
    expect(field('author')).toHaveValue('');
  });

  it('goes back to an empty create mode on cancel, and offers the text again', async () => {
    await open([aPost({ id: 1 })]);
    await edit(1);
    await user.type(field('title_az'), ' yarımçıq');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(field('title_az')).toHaveValue('');
    await user.click(await screen.findByRole('button', { name: /^Continue: Başlıq 1 yarımçıq/ }));
    expect(field('title_az')).toHaveValue('Başlıq 1 yarımçıq');
  });

  it('says when the update failed', async () => {
    (await open([aPost({ id: 1 })])).on('PUT /api/blog/posts/1/', () => json({}, 500));
    await edit(1);
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısını yeniləmək alınmadı!'));
  });
});

describe('the keyboard', () => {
  it('is not lost when a save empties the form or a card goes', async () => {
    const server = (await open([aPost({ id: 1 })])).on(POST, (request) => json(saved(request, 2), 201));
    server.on('DELETE /api/blog/posts/1/', () => json(null, 204));
    await fill();
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yaradıldı!'));
    expect(document.activeElement).not.toBe(document.body);
    await user.click(screen.getByRole('button', { name: /Delete .*1/ }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla silindi!'));
    expect(screen.getByRole('heading', { name: 'Posts' })).toHaveFocus();
  });
});

describe('featuring', () => {
  it('is blocked while another post is featured, and the box stays off', async () => {
    await open([aPost({ id: 1, featured: true }), aPost({ id: 2 })]);
    await user.click(field('featured'));
    expect(window.alert).toHaveBeenCalledExactlyOnceWith('Eyni anda yalnız bir yazı seçilə bilər!');
    expect(field('featured')).not.toBeChecked();
  });

  it('may be taken away and given back to the same post', async () => {
    await open([aPost({ id: 1, featured: true })]);
    await edit(1);
    await user.click(field('featured'));
    await user.click(field('featured'));
    expect(field('featured')).toBeChecked();
    expect(window.alert).not.toHaveBeenCalled();
  });
});

describe('deleting', () => {
  it('asks first', async () => {
    const server = await open([aPost({ id: 1 })]);
    vi.mocked(window.confirm).mockReturnValue(false);
    await user.click(screen.getByRole('button', { name: /^Delete/ }));
    expect(window.confirm).toHaveBeenCalledExactlyOnceWith('Bu yazını silmək istədiyinizə əminsiniz?');
    expect(server.asked('DELETE /api/blog/posts/1/')).toHaveLength(0);
  });

  it('removes the card and says so; a failure says so too', async () => {
    const server = await open([aPost({ id: 1 }), aPost({ id: 2 })]);
    server.on('DELETE /api/blog/posts/1/', () => json({}, 500));
    await user.click(screen.getByRole('button', { name: /Delete .*1/ }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısını silmək alınmadı!'));
    server.on('DELETE /api/blog/posts/1/', () => json(null, 204));
    await user.click(screen.getByRole('button', { name: /Delete .*1/ }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla silindi!'));
    expect(cards()).toEqual(['2']);
  });

  it('sends the version it knows, from opening or saving the post, and none otherwise', async () => {
    const server = await open([aPost({ id: 1 }), aPost({ id: 2 })]);
    for (const id of [1, 2]) server.on(`DELETE /api/blog/posts/${id}/`, () => json(null, 204));
    await edit(2);
    for (const id of [1, 2]) {
      await user.click(screen.getByRole('button', { name: new RegExp(`Delete .*${id}`) }));
      await waitFor(() => expect(cards()).not.toContain(String(id)));
    }
    expect(server.asked('DELETE /api/blog/posts/1/')[0]?.headers.get('If-Match')).toBeNull();
    expect(server.asked('DELETE /api/blog/posts/2/')[0]?.headers.get('If-Match')).toBe('"2-1"');
  });

  it('stops when somebody changed the post meanwhile, shows the new version, and lets decide again', async () => {
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    server.on('GET /api/blog/posts/1/', () => json(aPost({ id: 1, title_az: 'Dəyişib' }), 200, { ETag: '"1-2"' }));
    server.on('DELETE /api/blog/posts/1/', ({ headers }) => (headers.get('If-Match') === '"1-2"' ? json(null, 204) : json({}, 412)));
    await user.click(screen.getByRole('button', { name: /^Delete/ }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısını silmək alınmadı!'));
    expect(screen.getByText(/^This post has changed meanwhile, so it was not deleted/)).toHaveRole('alert');
    expect(screen.getByRole('heading', { name: 'Dəyişib' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Delete/ }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla silindi!'));
    expect(cards()).toEqual([]);
  });

  it('takes a post for deleted that somebody else deleted after changing it', async () => {
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    server.on('DELETE /api/blog/posts/1/', () => json({}, 412)).on('GET /api/blog/posts/1/', () => json({}, 404));
    await user.click(screen.getByRole('button', { name: /^Delete/ }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla silindi!'));
    expect(cards()).toEqual([]);
  });
});

describe('three languages', () => {
  it('show which texts are empty, count words, and copy from each other', async () => {
    await open([]);
    expect(screen.getByText('9 texts are empty')).toBeVisible();
    await user.type(field('title_az'), 'Salam');
    await user.type(field('excerpt_az'), 'Qısa');
    await user.click(screen.getByRole('tab', { name: /^EN/ }));
    await user.click(screen.getAllByRole('button', { name: 'Copy the texts from AZ' })[0] as HTMLElement);
    expect(field('title_en')).toHaveValue('Salam');
    expect(field('excerpt_en')).toHaveValue('Qısa');
    expect(screen.getByText('5 texts are empty')).toBeVisible();
  });

  it('label every editor as a textbox', async () => {
    await open([]);
    const textboxes = await screen.findAllByRole('textbox', { name: /^Content \((AZ|EN|RU)\)$/, hidden: true });
    expect(textboxes).toHaveLength(3);
    expect([...document.querySelectorAll('textarea')].map((area) => area.rows)).toEqual([4, 4, 4]);
  });
});

describe('leaving', () => {
  it('signs out, forgets the keys, and tells the server', async () => {
    const server = (await open([])).on('POST /api/auth/logout/', () => json(null, 204));
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await screen.findByLabelText('Password');
    expect(localStorage).not.toHaveProperty('isAuthenticated');
    expect(server.asked('POST /api/auth/logout/')).toHaveLength(1);
  });

  it('asks when something is unsaved, and offers it after the next sign-in', async () => {
    await open([]);
    await user.type(field('author'), 'Aygün');
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
    vi.mocked(window.confirm).mockReturnValueOnce(false);
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    expect(localStorage).toHaveProperty('isAuthenticated', 'true');
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await screen.findByLabelText('Password');
    await waitFor(async () => expect(await readEntries()).toHaveLength(1));
  });
});
