import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { signedInWithNothingKept } from '../test/posts-page';
import { renderApp } from '../test/render-app';
import { aPost, FakeServer, json } from '../test/server';

const CATEGORIES = 'GET /api/blog/categories/';
const named = (id: string, title: string) => ({ id, title_az: title, title_en: '', title_ru: '' });
const GROWN = [named('it-audit', 'İT auditi'), named('audit', 'Audit')];

beforeEach(signedInWithNothingKept);

const optionsOf = (name: string) =>
  within(document.querySelector<HTMLSelectElement>(`select[name="${name}"]`) as HTMLSelectElement).getAllByRole('option').map(({ textContent }) => textContent);

async function open(server: FakeServer) {
  server.on('GET /api/blog/posts/', () => json([aPost({ id: 1, category: 'it-audit' }), aPost({ id: 2, category: 'bookkeeping' })]));
  renderApp('/admin');
  await screen.findByText(/^\d+ posts?$/);
}

describe('the services of the firm', () => {
  it('are the categories to choose from, in their order, the specified ones under their specified names', async () => {
    await open(new FakeServer().on(CATEGORIES, () => json(GROWN)));
    await waitFor(() => expect(optionsOf('category')).toContain('İT auditi'));
    expect(optionsOf('category_filter').slice(1)).toEqual(['İT auditi', 'Audit xidmətləri']);
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
  });
});
