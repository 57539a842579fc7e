import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { edit, open, signedInWithNothingKept, user } from '../test/posts-page';
import { aPost, json } from '../test/server';

beforeEach(signedInWithNothingKept);

it('a preview is of the text that it was opened for, also once a save has emptied the form', async () => {
  const PREVIEW = 'POST /api/blog/preview/';
  const server = (await open([aPost({ id: 1 })])).on(PREVIEW, () => new Response('<p>Page</p>'));
  const update = server.hold('PUT /api/blog/posts/1/');
  await edit(1);
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(server.asked('PUT /api/blog/posts/1/')).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  const dialog = await screen.findByRole('dialog');
  update.answer(json(aPost({ id: 1 }), 200, { ETag: '"1-2"' }));
  await screen.findByRole('heading', { name: 'New post' });
  await user.click(within(dialog).getByRole('button', { name: 'RU' }));
  await waitFor(() => expect(server.asked(PREVIEW)).toHaveLength(2));
  expect(server.asked(PREVIEW)[1]?.form).toMatchObject({ lang: 'ru', id: '1', title_ru: 'Заголовок 1' });
});

it('a link of a preview opens beside the admin, and one within the page leads within it', async () => {
  const page =
    '<html><head lang="az"><title>x</title></head><body><svg><use href="#icon"></use></svg><p>&lt;a href="#no"</p><a class="note" href="#n1">1</a><a href="https://example.az/">out</a><header>h</header></body></html>';
  (await open([aPost({ id: 1 })])).on('POST /api/blog/preview/', () => new Response(page));
  await edit(1);
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  const frame = await screen.findByTitle<HTMLIFrameElement>('Preview of the unsaved post');
  const shown = new DOMParser().parseFromString(frame.srcdoc, 'text/html');
  expect([...shown.querySelectorAll('base')].map((base) => [base.parentElement?.tagName, base.target])).toEqual([['HEAD', '_blank']]);
  expect([...shown.querySelectorAll('a')].map((link) => [link.target, link.getAttribute('href')])).toEqual([
    ['_self', 'about:srcdoc#n1'],
    ['', 'https://example.az/'],
  ]);
  expect(shown.querySelector('use')?.getAttribute('href')).toBe('#icon');
  expect(frame.getAttribute('sandbox')).not.toMatch(/scripts|forms|top/);
});
