import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { edit, field, fill, POST, signedInWithNothingKept, user } from '../test/posts-page';
import { renderApp } from '../test/render-app';
import { aPost, FakeServer, json } from '../test/server';

const CATEGORIES = 'GET /api/blog/categories/';
const named = (id: string, title: string) => ({ id, title_az: title, title_en: '', title_ru: '' });
const GROWN = [named('it-audit', 'İT auditi'), named('audit', 'Audit')];

beforeEach(signedInWithNothingKept);

const optionsOf = (name: string) =>
  within(document.querySelector<HTMLSelectElement>(`select[name="${name}"]`) as HTMLSelectElement)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

async function open(server: FakeServer) {
  server.on('GET /api/blog/posts/', () => json([aPost({ id: 1, category: 'it-audit' }), aPost({ id: 2, category: 'bookkeeping' })]));
  renderApp('/admin');
  await screen.findByText(/^\d+ posts?$/);
  await waitFor(() => expect(document.querySelector('#content_az')).not.toBeNull());
}

describe('the services of the firm', () => {
  it('are the categories to choose from, in their order, under the names that the site has for them', async () => {
    await open(new FakeServer().on(CATEGORIES, () => json(GROWN)));
    await waitFor(() => expect(optionsOf('category')).toContain('İT auditi'));
    expect(optionsOf('category_filter').slice(1)).toEqual(['İT auditi', 'Audit']);
    expect(screen.getAllByText('İT auditi', { selector: '.card__facts span' })).toHaveLength(1);
    // The firm has no such service any more: what is known is said.
    expect(screen.getAllByText('bookkeeping', { selector: '.card__facts span' })).toHaveLength(1);
  });

  it('are those of the specification until the answer is there, and without one', async () => {
    const server = new FakeServer();
    const held = server.hold(CATEGORIES);
    await open(server);
    const six = optionsOf('category');
    expect(six).toHaveLength(6);
    expect(six[2]).toBe('Vergi və hüquq xidmətləri');
    held.lose();
    await waitFor(() => expect(server.asked(CATEGORIES)).toHaveLength(1));
    expect(optionsOf('category')).toEqual(six);
    expect(document.querySelector('.settings .field__hint')).toBeNull();
  });
});

describe('the category of a post', () => {
  const SERVICES = [named('audit', 'Audit xidmətləri'), named('people', 'İnsan resursları xidmətləri')];
  const select = () => document.querySelector<HTMLSelectElement>('.settings select[name="category"]') as HTMLSelectElement;
  const GONE = 'The firm has no such service any more';
  const hint = () => document.querySelector('.settings .field__hint');

  it('is told apart from the others when the firm has no such service any more, and stays until another one is chosen', async () => {
    const server = new FakeServer()
      .on(CATEGORIES, () => json(SERVICES))
      .on('GET /api/blog/posts/', () => json([aPost({ id: 1, category: 'hr' })]));
    server.on('GET /api/blog/posts/1/', () => json(aPost({ id: 1, category: 'hr' }), 200, { ETag: '"1-1"' }));
    server.on('PUT /api/blog/posts/1/', () => json(aPost({ id: 1, category: 'hr' }), 200, { ETag: '"1-2"' }));
    renderApp('/admin');
    await screen.findByText(/^\d+ posts?$/);
    await waitFor(() => expect(optionsOf('category')).toContain('İnsan resursları xidmətləri'));
    await edit(1);
    await waitFor(() =>
      expect(optionsOf('category')).toEqual(['İnsan resursları xidmətləri (hr)', 'Audit xidmətləri', 'İnsan resursları xidmətləri']),
    );
    expect(hint()).toHaveTextContent(GONE);
    expect(select()).toHaveAccessibleDescription(new RegExp(GONE));
    await user.type(field('author'), '!');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(server.asked('PUT /api/blog/posts/1/')[0]?.form).toMatchObject({ category: 'hr' }));
    await edit(1);
    await user.selectOptions(select(), 'people');
    expect(hint()).toBeNull();
  });

  it('is named where the server does not take it, until another one is chosen', async () => {
    let services = SERVICES;
    const server = new FakeServer().on(CATEGORIES, () => json(services));
    server.on(POST, () => json({ type: 'urn:problem:invalid', errors: { category: ['invalid_choice'] } }, 400));
    server.on('POST /api/blog/drafts/', () => json({ type: 'urn:problem:invalid', errors: { category: ['invalid_choice'] } }, 400));
    await open(server);
    await fill();
    services = [named('people', 'İnsan resursları xidmətləri')];
    await user.click(screen.getByRole('button', { name: 'Create' }));
    const refused = 'Choose another category';
    await waitFor(() => expect(document.querySelector('.notice--problem')).toHaveTextContent(refused));
    expect(select()).toHaveAttribute('aria-invalid', 'true');
    expect(select()).toHaveAccessibleDescription(new RegExp(refused));
    // By now another firm's list is there.
    await waitFor(() => expect(optionsOf('category')).toEqual(['Audit xidmətləri (audit)', 'İnsan resursları xidmətləri']));
    await user.selectOptions(select(), 'people');
    expect(select()).toHaveAttribute('aria-invalid', 'false');
  });

  it('is named where the draft is not kept because of it', async () => {
    const server = new FakeServer().on(CATEGORIES, () => json(SERVICES));
    server.on('POST /api/blog/drafts/', () => json({ type: 'urn:problem:invalid', errors: { category: ['invalid_choice'] } }, 400));
    await open(server);
    await user.type(field('title_az'), 'x');
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(select()).toHaveAttribute('aria-invalid', 'true'));
  });
});
