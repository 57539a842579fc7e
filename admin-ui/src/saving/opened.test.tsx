import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { edit, field, open, saved, signedInWithNothingKept, user } from '../test/posts-page';
import { aDraft, aPost, type FakeServer, json, type Seen } from '../test/server';

const DRAFT = 'GET /api/blog/posts/1/draft/';
const KEEP = 'PUT /api/blog/posts/1/draft/';
const SAVE = 'PUT /api/blog/posts/1/';

beforeEach(signedInWithNothingKept);

it('a text that the editor spells its own way is not called unsaved, not even for a moment', async () => {
  await open([
    aPost({
      id: 1,
      content_az: '<p>Mətn <strong>qalın</strong></p>\n<p></p>',
      content_en: '<p>Text</p>\n',
      content_ru: '<div>Текст</div>',
    }),
  ]);
  const said: string[] = [];
  const watcher = new MutationObserver(() => {
    const text = document.querySelector('.post-form__footer')?.textContent ?? '';
    if (/not saved/i.test(text)) said.push(text);
  });
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
  await edit(1);
  watcher.disconnect();
  expect(said).toEqual([]);
});

it('and stays to the letter where nobody writes in it', async () => {
  const texts = { content_az: '<p>Mətn</p>\n<p></p>', content_en: '<p>Text</p>\n<p>x</p>', content_ru: '<div>Текст</div>' };
  const server = (await open([aPost({ id: 1, ...texts })])).on(KEEP, (seen) =>
    json(aDraft({ ...saved(seen, 1), state: 'changed', post_etag: '"1-1"' }), 200, { ETag: '"d2"' }),
  );
  await edit(1);
  await user.type(field('title_az'), ' yeni');
  await waitFor(() => expect(server.asked(KEEP)).not.toHaveLength(0));
  expect(server.asked(KEEP)[0]?.form).toMatchObject(texts);
});

describe('a post of which words are still on their way to the server', () => {
  const asked = (server: FakeServer, route: string, count = 1) => waitFor(() => expect(server.asked(route)).toHaveLength(count));
  const press = () => user.click(screen.getByRole('button', { name: /Edit .*Başlıq 1/ }));
  const kept = json.bind(null, aDraft({ id: 1, title_en: 'Title 1 mine', state: 'changed', post_etag: '"1-1"' }), 200, { ETag: '"d2"' });

  /** № 1 with words that are not sent yet, and the answer that the draft of them waits for. */
  async function written() {
    const server = await open([aPost({ id: 1 }), aPost({ id: 2 })]);
    const line = server.hold(KEEP);
    await edit(1);
    await user.type(field('title_en'), ' mine');
    return { server, line };
  }

  it('is opened with them when its card is pressed once more', async () => {
    const { server, line } = await written();
    const looks = server.asked(DRAFT).length;
    await press();
    await asked(server, KEEP);
    expect(server.asked(DRAFT)).toHaveLength(looks);
    expect(field('title_en')).toHaveValue('Title 1 mine');
    server.on(DRAFT, kept);
    await act(async () => line.answer(kept()));
    await asked(server, DRAFT, looks + 1);
    await waitFor(() => expect(screen.getByRole('region', { name: /Edit post/ })).toHaveAttribute('aria-busy', 'false'));
    expect(field('title_en')).toHaveValue('Title 1 mine');
  });

  it('is opened with them by whoever was at another one meanwhile', async () => {
    const { server, line } = await written();
    await edit(2);
    await asked(server, KEEP);
    const looks = server.asked(DRAFT).length;
    await press();
    await user.type(field('title_az'), ' dəyişir');
    expect(server.asked(DRAFT)).toHaveLength(looks);
    server.on(DRAFT, kept);
    await act(async () => line.answer(kept()));
    await waitFor(() => expect(field('title_en')).toHaveValue('Title 1 mine'));
  });

  it('is opened with them where they were on their way to the site', async () => {
    const { server } = await written();
    const line = server.hold(SAVE);
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await asked(server, SAVE);
    await edit(2);
    const looks = server.asked(DRAFT).length;
    await press();
    expect(server.asked(DRAFT)).toHaveLength(looks);
    server.on(DRAFT, kept);
    await act(async () => line.answer(json(saved(server.asked(SAVE)[0] as Seen, 1), 200, { ETag: '"1-2"' })));
    await waitFor(() => expect(field('title_en')).toHaveValue('Title 1 mine'));
  });

  it('is opened as the server has it where they do not reach it', async () => {
    const { server, line } = await written();
    await edit(2);
    await asked(server, KEEP);
    await press();
    await act(async () => line.lose());
    await waitFor(() => expect(field('title_en')).toHaveValue('Title 1'));
    expect(await screen.findByRole('button', { name: /^Continue: Başlıq 1 / })).toBeVisible();
  });
});
