import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { WholePost } from '../api/types';
import { readEntries } from '../journal/store';
import { edit, field, fill, open, POST, saved, signedInWithNothingKept, user } from '../test/posts-page';
import { aDraft, aPost, json, type Seen } from '../test/server';

const KEEP = 'PUT /api/blog/posts/1/draft/';
const PUT = 'PUT /api/blog/posts/1/';

beforeEach(signedInWithNothingKept);

/** Opens the section of a language and waits for its fields, whose code comes after the form's. */
async function unfold(language = 'az') {
  await user.click(document.querySelector(`#seo-${language} summary`) as HTMLElement);
  await waitFor(() => field(`meta_title_${language}`));
}

/** As the specified calls answer: without what search engines are told. */
function specified(post: WholePost): Partial<WholePost> {
  return Object.fromEntries(Object.entries(post).filter(([name]) => !/^(meta|slug)_/.test(name)));
}

const answered = (request: Seen, id: number, etag: string) => json(specified(saved(request, id)), 200, { ETag: etag });
const updated = () => waitFor(() => expect(window.alert).toHaveBeenCalledExactlyOnceWith('Bloq yazısı uğurla yeniləndi!'));
const shown = (caption: string) => screen.getByText(caption).closest('figure') as HTMLElement;

describe('the section for search engines and networks', () => {
  it('is closed, and says whether it holds words of its own', async () => {
    await open([aPost({ id: 1, meta_title_az: 'Axtarış üçün' })]);
    expect(document.querySelector('#seo-az summary')).toHaveTextContent('Search engines, networks and address (AZ)same as the post');
    expect(document.querySelector('[name^=meta_]')).toBeNull();
    await edit(1);
    expect(document.querySelector('#seo-az summary')).toHaveTextContent('own words');
    await unfold();
    expect(field('meta_title_az')).toHaveValue('Axtarış üçün');
  });

  it('shows what will be used where nothing is written, and what was written as soon as it is', async () => {
    await open([]);
    await user.type(field('title_az'), 'ƏDV ödəyicisi');
    await unfold();
    await waitFor(() =>
      expect(shown('In search results, roughly')).toHaveTextContent('localhost › blog › …ƏDV ödəyicisiNothing written yet'),
    );
    await user.type(field('excerpt_az'), 'Kim qeydiyyatdan keçir');
    await waitFor(() =>
      expect(shown('As a link in a messenger, roughly')).toHaveTextContent('ƏDV ödəyicisiKim qeydiyyatdan keçirlocalhost'),
    );
    await user.type(field('meta_title_az'), 'ƏDV 2026');
    await waitFor(() =>
      expect(shown('In search results, roughly')).toHaveTextContent('localhost › blog › …ƏDV 2026Kim qeydiyyatdan keçir'),
    );
    expect(field('title_az')).toHaveValue('ƏDV ödəyicisi');
  });

  it('has the firm’s name behind the title, as the site’s own pages have it in that language', async () => {
    const server = await open([]);
    server.on('GET /en/', () => new Response('<head><meta property="og:site_name" content="Khazri &amp; Co"><title>x</title></head>'));
    await user.type(field('title_az'), 'ƏDV');
    await user.type(field('title_en'), 'VAT');
    await unfold('en');
    await waitFor(() => expect(shown('In search results, roughly')).toHaveTextContent('localhost › en › blog › …VAT | Khazri & Co'));
    expect(shown('As a link in a messenger, roughly')).toHaveTextContent('VAT | Khazri & Co');
  });

  it('shows the picture of the post, or says that the site draws one with its heading', async () => {
    await open([aPost({ id: 1, image: '/api/blog/images/5/', image_id: 5, meta_title_az: 'Başqa' })]);
    await unfold();
    expect(shown('As a link in a messenger, roughly')).toHaveTextContent('Without a picture the site draws one');
    await edit(1);
    await waitFor(() =>
      expect(shown('As a link in a messenger, roughly').querySelector('img')?.getAttribute('src')).toBe('/api/blog/images/5/?now'),
    );
  });

  it('counts what is shown; what is longer is said in words, once, and not forbidden', async () => {
    await open([]);
    await unfold();
    const title = field('meta_title_az');
    const status = within(title.parentElement as HTMLElement).getByRole('status');
    fireEvent.change(title, { target: { value: 'Ə'.repeat(60) } });
    expect(title).toHaveAccessibleDescription(/^Instead of the title.* 60 of about 60$/);
    expect(status).toBeEmptyDOMElement();
    fireEvent.change(title, { target: { value: 'Ə'.repeat(61) } });
    expect(title).toHaveAccessibleDescription(/61 of about 60: the end will probably be cut$/);
    const said = status.textContent;
    fireEvent.change(title, { target: { value: 'Ə'.repeat(62) } });
    expect([said, status.textContent]).toEqual(Array(2).fill('Longer than about 60 characters: the end will probably be cut.'));
    expect(shown('In search results, roughly')).toHaveTextContent(`${'Ə'.repeat(60)}…`);
  });

  it('keeps a description on one line: Enter goes on, a pasted end of line becomes a space', async () => {
    await open([]);
    await unfold();
    await user.click(field('meta_title_az'));
    await user.keyboard('{Enter}Bir{Enter}');
    expect(field('meta_description_az')).toHaveValue('Bir');
    fireEvent.change(field('meta_description_az'), { target: { value: 'Bir\r\n iki' } });
    expect(field('meta_description_az')).toHaveValue('Bir iki');
  });

  it('says at title and excerpt which places cut them', async () => {
    await open([]);
    expect(field('title_az')).toHaveAccessibleDescription('Cut at: card 80, wide card 50, home page 15');
    await user.type(field('title_az'), 'Salam');
    expect(field('title_az')).toHaveAccessibleDescription('Length 5, shown whole everywhere');
    fireEvent.change(field('excerpt_az'), { target: { value: 'x'.repeat(101) } });
    expect(field('excerpt_az')).toHaveAccessibleDescription('Length 101, cut at: wide card 100, home page 15');
  });

  it('is copied from another language with its texts, and brought back with them', async () => {
    await open([aPost({ id: 1, meta_title_az: 'Azərbaycanca', meta_title_en: 'English' })]);
    await edit(1);
    await user.click(screen.getByRole('tab', { name: /^EN/ }));
    await unfold('en');
    vi.mocked(window.confirm).mockReturnValueOnce(true);
    await user.click(within(document.getElementById('pane-en') as HTMLElement).getByRole('button', { name: 'Copy the texts from AZ' }));
    expect(field('meta_title_en')).toHaveValue('Azərbaycanca');
    await user.click(screen.getByRole('button', { name: 'Bring the previous texts back' }));
    expect(field('meta_title_en')).toHaveValue('English');
  });
});

describe('what is written for search engines', () => {
  it('is kept as a draft in a pause of the typing', async () => {
    const server = (await open([aPost({ id: 1 })])).on(KEEP, ({ form }) =>
      json(aDraft({ ...aPost({ id: 1 }), meta_title_az: String(form['meta_title_az']), post_etag: '"1-1"' }), 200, { ETag: '"d2"' }),
    );
    await edit(1);
    await unfold();
    // At once: on a busy machine each key may be a pause.
    fireEvent.change(field('meta_title_az'), { target: { value: 'Axtarış' } });
    await waitFor(() => expect(screen.getByText(/^Draft saved at/)).toBeVisible(), { timeout: 60_000 });
    expect(server.asked(KEEP)[0]?.form).toMatchObject({ meta_title_az: 'Axtarış', meta_description_az: '' });
  });

  it('is published with the post, and cleared with an empty field, though the specified answer says nothing of it', async () => {
    const server = await open([aPost({ id: 1, meta_title_az: 'Köhnə', meta_description_az: 'Qalır' })]);
    server.on(PUT, (request) => answered(request, 1, '"1-2"'));
    await edit(1);
    await unfold();
    await user.clear(field('meta_title_az'));
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await updated();
    expect(server.asked(PUT)[0]?.form).toMatchObject({ meta_title_az: '', meta_description_az: 'Qalır' });
    await waitFor(async () => expect(await readEntries()).toEqual([]));
  });

  it('is not lost with what is typed before the answer, nor taken for a change that was not made', async () => {
    const server = await open([aPost({ id: 1 })]);
    const line = server.hold(PUT);
    await edit(1);
    await unfold();
    await user.type(field('meta_title_az'), 'Axtarış');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(server.asked(PUT)).toHaveLength(1));
    await user.type(field('meta_description_az'), 'Təsvir');
    line.answer(answered(server.asked(PUT)[0] as Seen, 1, '"1-2"'));
    await updated();
    expect(field('meta_title_az')).toHaveValue('Axtarış');
    expect(field('meta_description_az')).toHaveValue('Təsvir');
    await waitFor(async () => expect((await readEntries())[0]?.base?.fields.meta_title_az).toBe('Axtarış'));
  });

  it('is in no other form when the answer comes to one that was left', async () => {
    const server = await open([aPost({ id: 1 }), aPost({ id: 2, meta_title_az: 'İkinci' })]);
    const line = server.hold(PUT);
    await edit(1);
    await unfold();
    await user.type(field('meta_title_az'), 'Birinci');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(server.asked(PUT)).toHaveLength(1));
    await edit(2);
    line.answer(answered(server.asked(PUT)[0] as Seen, 1, '"1-2"'));
    await waitFor(async () => expect(await readEntries()).toEqual([]));
    expect(field('meta_title_az')).toHaveValue('İkinci');
    expect(screen.getByRole('heading', { name: /^Edit post *№ 2$/ })).toBeVisible();
  });

  it('is asked about when a colleague wrote something else in the same field', async () => {
    const server = await open([aPost({ id: 1 })]);
    await edit(1);
    await unfold('az');
    await user.type(field('meta_title_az'), 'Mənim');
    const theirs = aPost({ id: 1, meta_title_az: 'Onun', meta_description_ru: 'Чужое' });
    server.on('GET /api/blog/posts/1/', () => json(theirs, 200, { ETag: '"1-2"' }));
    server.on(PUT, (request) => (request.headers.get('If-Match') === '"1-2"' ? answered(request, 1, '"1-3"') : json({}, 412)));
    await user.click(screen.getByRole('button', { name: 'Update' }));
    const dialog = await screen.findByRole('dialog', { name: 'This post has changed meanwhile' });
    expect(within(dialog).getAllByRole('group')).toHaveLength(1);
    expect(within(dialog).getByRole('group')).toHaveAccessibleName(/^Title for search engines \(AZ\)/);
    await user.click(within(dialog).getByRole('button', { name: 'Save the selection' }));
    await updated();
    expect(server.asked(PUT)[1]?.form).toMatchObject({ meta_title_az: 'Mənim', meta_description_ru: 'Чужое' });
  });

  it('stays a colleague’s, who wrote it after a creation whose answer was lost', async () => {
    const server = (await open([])).on(POST, () => Promise.reject(new TypeError('Failed to fetch')));
    await fill();
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(window.alert).toHaveBeenCalledOnce());
    const [lost] = server.asked(POST);
    server.on(POST, (request) => json(specified(saved(request, 2)), 201, { ETag: '"2-2"', 'Idempotency-Replayed': 'true' }));
    server.on('GET /api/blog/posts/2/', () => json({ ...saved(lost as Seen, 2), meta_title_az: 'Onun' }, 200, { ETag: '"2-2"' }));
    server.on('PUT /api/blog/posts/2/', (request) => answered(request, 2, '"2-3"'));
    await user.type(field('title_en'), ' more');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(server.asked('PUT /api/blog/posts/2/')).toHaveLength(1));
    expect(server.asked('PUT /api/blog/posts/2/')[0]?.form).toMatchObject({ title_en: 'new title_en more', meta_title_az: 'Onun' });
  });

  it('goes live though somebody published the draft meanwhile, when it alone is only in the working copy', async () => {
    const unseen = {
      state: 'draft',
      stale: false,
      differs: false,
      published_at: null,
      scheduled_at: null,
      scheduled_action: null,
    } as const;
    const server = await open([aPost({ id: 1 })]);
    server.on('GET /api/blog/posts/1/draft/', () =>
      json(aDraft({ id: 1, state: 'draft', live: false, languages: { az: unseen, en: unseen, ru: unseen } }), 200, { ETag: '"d1"' }),
    );
    await user.click(screen.getByRole('button', { name: /Edit .*Başlıq 1/ }));
    await screen.findByRole('heading', { name: /^New post *№ 1$/ });
    await unfold();
    const copy = () => json(aDraft({ id: 1, state: 'changed', meta_title_az: 'Axtarış', post_etag: '"1-1"' }), 200, { ETag: '"d2"' });
    server
      .on(KEEP, copy)
      .on('GET /api/blog/posts/1/draft/', copy)
      .on('GET /api/blog/posts/1/', () => json(specified(aPost({ id: 1 })), 200, { ETag: '"1-1"' }));
    server.on(PUT, (request) => answered(request, 1, '"1-2"'));
    await user.type(field('meta_title_az'), 'Axtarış');
    await user.click(screen.getByRole('button', { name: /^(Create|Update)$/ }));
    await updated();
    expect(server.asked(PUT)[0]?.form).toMatchObject({ meta_title_az: 'Axtarış' });
  });

  it('is compared in the history, and comes back with a version', async () => {
    const server = await open([aPost({ id: 1, meta_description_en: 'Now' })]);
    const revision = { number: 4, at: '2026-05-03T08:00:00Z', by: 'aysel', kind: 'publication', languages: ['en'] };
    const before = { id: 1, meta_description_en: 'Then' };
    server
      .on('GET /api/blog/posts/1/revisions/', () => json([revision]))
      .on('GET /api/blog/posts/1/revisions/4/', () => json({ ...aPost(before), ...revision, live: ['az', 'en', 'ru'] }));
    server.on('POST /api/blog/posts/1/revisions/4/restore/', () => json(aDraft(before), 200, { ETag: '"d2"' }));
    await edit(1);
    await user.click(screen.getByRole('tab', { name: /^EN/ }));
    await unfold('en');
    await user.click(screen.getByRole('button', { name: 'History' }));
    const dialog = await screen.findByRole('dialog', { name: 'History of the post' });
    expect(await within(dialog).findByRole('heading', { name: 'Description for search engines (EN)' })).toBeVisible();
    server.on('GET /api/blog/posts/1/draft/', () => json(aDraft(before), 200, { ETag: '"d2"' }));
    await user.click(within(dialog).getByRole('button', { name: 'Go back to this version' }));
    await waitFor(() => expect(field('meta_description_en')).toHaveValue('Then'));
  });
});
