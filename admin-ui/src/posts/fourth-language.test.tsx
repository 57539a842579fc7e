import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Language, LANGUAGES } from '../api/types';
import { EMPTY_FIELDS, type FieldName, type PostFields } from '../form/fields';
import { baseOfDraft, emptyForm } from '../form/state';
import { entryOf, writeEntry } from '../journal/store';
import { choose, desk, SEEN, UNSEEN } from '../test/desk';
import { edit, field, fill, open, POST, saved, signedInWithNothingKept, user } from '../test/posts-page';
import { aDraft, aPost, json } from '../test/server';

// The page says it before any of the program runs.
vi.hoisted(() => {
  document.documentElement.dataset['languages'] = 'az en ru de';
});

beforeEach(signedInWithNothingKept);

const GERMAN = { title_de: 'Steuern', excerpt_de: 'Kurz', content_de: '<p>Worte</p>' };
/** The German words are fields of the API like any other; their types are those of the three. */
const withGerman = (change: Record<string, unknown> = {}) => ({ ...GERMAN, ...change }) as Parameters<typeof aDraft>[0];
const languages = (de: Partial<Record<string, unknown>>) =>
  ({ az: SEEN, en: SEEN, ru: SEEN, de: { ...SEEN, ...de } }) as unknown as Readonly<Record<Language, typeof SEEN>>;

const PUBLISH = 'POST /api/blog/posts/1/publish/';
const created = () => waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yaradıldı!'));

describe('the form of a site with a fourth language', () => {
  it('has all fields of it, in its language, behind a tab of its own', async () => {
    await open([]);
    expect(LANGUAGES).toEqual(['az', 'en', 'ru', 'de']);
    await user.click(screen.getByRole('tab', { name: /^DE/ }));
    const pane = screen.getByRole('tabpanel');
    expect(within(pane).getByRole('heading')).toHaveTextContent('DE German');
    for (const name of ['title_de', 'excerpt_de']) expect(field(name)).toHaveAttribute('lang', 'de');
    expect(pane.querySelector('#content_de')).toHaveAttribute('lang', 'de');
    expect(within(pane).getByRole('button', { name: 'Copy the texts from RU' })).toBeDisabled();
    screen.getByRole('tab', { name: /^DE/ }).focus();
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(screen.getByRole('tab', { name: /^AZ/ })).toHaveFocus());
  });

  it('asks for no title in it', async () => {
    await open([]);
    expect(field('title_de')).not.toBeRequired();
    expect(field('title_ru')).toBeRequired();
    expect(document.querySelector('#pane-de .field__label')).not.toHaveTextContent('*');
    await user.type(field('title_de'), 'Steuern');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('4 required fields are empty.')).toBeVisible();
    expect(field('title_de')).toHaveAttribute('aria-invalid', 'false');
  });

  it('asks for its title where something else is written in it, whatever that is', async () => {
    const server = await open([aPost({ id: 1, ...GERMAN })]);
    await edit(1);
    const title = field('title_de');
    await user.clear(title);
    expect(title).toBeRequired();
    expect(document.querySelector('#pane-de .field__label')).toHaveTextContent('Title *');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(document.querySelector('.post-form__note')).toHaveTextContent('1 required field is empty.'));
    expect(screen.getByRole('tab', { name: /^DE/ })).toHaveAttribute('aria-selected', 'true');
    await waitFor(() => expect(title).toHaveFocus());
    expect(title).toHaveAttribute('aria-invalid', 'true');
    expect(server.asked('PUT /api/blog/posts/1/')).toEqual([]);
  });

  it('sends what is written in it with a new post', async () => {
    const server = await open([]);
    server.on(POST, (request) => json(saved(request, 7), 201, { ETag: '"7-1"' }));
    await fill();
    await user.type(field('title_de'), 'Steuern');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await created();
    expect(server.asked(POST)[0]?.form).toMatchObject({ title_az: 'new title_az', title_de: 'Steuern' });
  });

  it('says nothing of it in a new post that has no word in it: the request is one of before the language came', async () => {
    const server = await open([]);
    server.on(POST, (request) => json(saved(request, 7), 201, { ETag: '"7-1"' }));
    await fill();
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await created();
    expect(Object.keys(server.asked(POST)[0]?.form ?? {}).filter((name) => name.endsWith('_de'))).toEqual([]);
    expect(server.asked(POST)[0]?.form).toHaveProperty('excerpt_ru', '');
  });

  it('opens a post with its words, counts a change of them, and sends them with the others', async () => {
    const server = await open([aPost({ id: 1, ...GERMAN })]);
    server.on('PUT /api/blog/posts/1/', (request) => json(saved(request, 1), 200, { ETag: '"1-2"' }));
    await edit(1);
    expect(field('title_de')).toHaveValue('Steuern');
    expect(screen.getByText('All texts are filled')).toBeVisible();
    await user.type(field('title_de'), ' 2026');
    expect(await screen.findByText(/^Not saved/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(window.alert).toHaveBeenLastCalledWith('Bloq yazısı uğurla yeniləndi!'));
    expect(server.asked('PUT /api/blog/posts/1/')[0]?.form).toMatchObject({
      title_de: 'Steuern 2026',
      content_de: '<p>Worte</p>',
      slug_de: '',
    });
  });

  it('tells what becomes of it', async () => {
    await desk(withGerman({ languages: languages({}), state: 'published' }));
    await edit(1);
    await user.type(field('title_de'), '!');
    expect(screen.getByText('German is updated, Azerbaijani, English and Russian stay as of May 3, 2026.')).toBeVisible();
  });

  it('tells that a page without a text in it shows the Azerbaijani one', async () => {
    await desk(withGerman({ content_de: '', languages: languages({ ...UNSEEN }), state: 'published' }));
    await edit(1);
    expect(screen.getByText(/German shows the Azerbaijani text\.$/)).toBeVisible();
    expect(screen.getByText('1 text is empty')).toBeVisible();
  });
});

describe('what becomes of a fourth language', () => {
  const draft = (change: Record<string, unknown>) =>
    withGerman({ live: false, state: 'draft', languages: languages({ ...UNSEEN }), ...change });
  const opened = async (change: Record<string, unknown>) => {
    const server = await desk(draft(change));
    server
      .on('PUT /api/blog/posts/1/draft/', () => json(aDraft(draft({ id: 1, ...change })), 200, { ETag: '"d2"' }))
      .on(PUBLISH, () => json(aPost({ id: 1 }), 200));
    await user.click(screen.getByRole('button', { name: /Edit .*Başlıq 1/ }));
    await screen.findByRole('heading', { name: /^New post *№ 1$/ });
    return server;
  };

  it('goes live with the others where it has a text', async () => {
    const server = await opened({});
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await created();
    expect(server.asked(PUBLISH)[0]?.json).toEqual({ languages: ['az', 'en', 'ru', 'de'] });
  });

  it.each([
    ['without a word is not asked to', { title_de: '', excerpt_de: '', content_de: '' }, ['az', 'en', 'ru']],
    ['with one is', {}, ['az', 'en', 'ru', 'de']],
  ])('%s go live where titles suffice', async (_name, change, expected) => {
    const server = await opened({ content_az: '', ...change });
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await created();
    expect(server.asked(PUBLISH)[0]?.json).toEqual({ languages: expected, titles_suffice: true });
  });

  it('can be published alone', async () => {
    const server = await desk(withGerman({ languages: languages({ ...UNSEEN }), state: 'published' }));
    server.on(PUBLISH, () => json(aPost({ id: 1 }), 200));
    await edit(1);
    await choose('Choose languages and time…');
    const box = within(screen.getByRole('dialog')).getByRole('checkbox', { name: /^German/ });
    expect(box).toBeChecked();
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(server.asked(PUBLISH)[0]?.json).toEqual({ languages: ['de'], at: null }));
  });

  it('cannot be published without a title', async () => {
    await desk({ languages: languages({ ...UNSEEN, state: 'empty' }), state: 'published' });
    await edit(1);
    await choose('Choose languages and time…');
    expect(within(screen.getByRole('dialog')).getByRole('checkbox', { name: /^German/ })).toBeDisabled();
  });

  it('is taken off the site alone', async () => {
    const server = await desk(withGerman({ languages: languages({}), state: 'published' }));
    const off = 'POST /api/blog/posts/1/unpublish/';
    server.on(off, () => json(null, 204)).on('GET /api/blog/posts/1/links/', () => json([]));
    await edit(1);
    await choose('Take off the site…');
    await user.click(screen.getByRole('radio', { name: 'German' }));
    await user.click(screen.getByRole('button', { name: 'Take off the site' }));
    await waitFor(() => expect(server.asked(off)[0]?.json).toEqual({ languages: ['de'] }));
  });

  it('is named where a plan came to nothing', async () => {
    await desk(
      withGerman({
        languages: languages({
          state: 'scheduled',
          scheduled_action: 'publish',
          scheduled_at: '2026-12-01T05:00:00Z',
          schedule_problem: { title_de: ['required'] },
        }),
      }),
    );
    expect(within(screen.getByRole('article')).getByText(/: the German title is missing$/)).toBeVisible();
  });

  it('is out of date when its source has changed', async () => {
    const server = await desk(withGerman({ languages: languages({ stale: true }), state: 'published' }));
    server.on('GET /api/blog/posts/1/translated/', () => json({}));
    await edit(1);
    expect(document.querySelector('#pane-de .stale')).toHaveTextContent(
      'The text this was translated from has changed since (Azerbaijani).',
    );
  });

  it('shows in a preview', async () => {
    const server = await desk(withGerman({ languages: languages({}), state: 'published' }));
    server.on('POST /api/blog/preview/', () => new Response('<p>Seite</p>'));
    await edit(1);
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    await user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'DE' }));
    await waitFor(() => expect(server.asked('POST /api/blog/preview/').at(-1)?.form).toMatchObject({ lang: 'de', title_de: 'Steuern' }));
  });
});

describe('the list of a site with a fourth language', () => {
  const text = (name: string) => document.querySelector(`.card__links li:nth-child(4) ${name}`);

  it('shows what is missing in it, its page, and its words', async () => {
    const post = aDraft(withGerman({ id: 1, excerpt_de: '', languages: languages({}) }));
    const summary = Object.fromEntries(Object.entries(post).filter(([name]) => !name.startsWith('content_')));
    await open([{ ...summary, empty: ['excerpt_de'] } as never]);
    expect(text('a')).toHaveAttribute('href', '/de/blog/1/');
    expect(text('a')).toHaveAccessibleName('DE, German: open on the site, “Başlıq 1”');
    expect(text('.dots')).toHaveTextContent('Title: filled, Excerpt: empty, Content: filled');
    await user.click(within(screen.getByRole('group', { name: 'Card language' })).getByRole('button', { name: 'DE' }));
    expect(screen.getByRole('heading', { name: 'Steuern' })).toHaveAttribute('lang', 'de');
  });

  it('is narrowed by it', async () => {
    const server = await open([aPost({ id: 1 })]);
    await user.click(screen.getByRole('button', { name: /^Filters/ }));
    await user.selectOptions(field<HTMLSelectElement>('missing'), 'No German text');
    await user.selectOptions(field<HTMLSelectElement>('language_filter'), 'German');
    await waitFor(() => expect(server.seen.at(-1)?.path).toMatch(/language=de&missing=de/));
  });
});

describe('two versions in a fourth language', () => {
  it('are laid side by side when both were changed', async () => {
    const server = await desk(withGerman({ languages: languages({}), state: 'published' }));
    await edit(1);
    server.on('PUT /api/blog/posts/1/draft/', () => json({}, 412));
    server.on('GET /api/blog/posts/1/draft/', () =>
      json(aDraft(withGerman({ id: 1, title_de: 'Steuern der anderen', languages: languages({}) })), 200, { ETag: '"d9"' }),
    );
    await user.type(field('title_de'), ' von mir');
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    const dialog = await screen.findByRole('dialog');
    const row = within(dialog).getByRole('group', { name: /^Title \(DE\)/ });
    expect(row.querySelector('.compared')).toHaveAttribute('lang', 'de');
    expect(row).toHaveTextContent('Steuern von mir');
    expect(row).toHaveTextContent('Steuern der anderen');
  });

  it('stay what they are where the version that is gone back to was not on the site in it', async () => {
    const server = await desk(withGerman({ languages: languages({}), state: 'published' }));
    const revision = { number: 4, at: '2026-05-03T08:00:00Z', by: 'aysel', kind: 'publication', languages: ['az', 'en', 'ru'] };
    server
      .on('GET /api/blog/posts/1/revisions/', () => json([revision]))
      .on('GET /api/blog/posts/1/revisions/4/', () =>
        json({ ...aPost({ id: 1, title_ru: 'Раньше' }), ...revision, live: ['az', 'en', 'ru'] }),
      );
    await edit(1);
    await user.click(screen.getByRole('button', { name: 'History' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByRole('heading', { name: 'Title (RU)' })).toBeVisible();
    expect(within(dialog).queryByRole('heading', { name: 'Title (DE)' })).toBeNull();
  });

  it('are compared in the history', async () => {
    const server = await desk(withGerman({ languages: languages({}), state: 'published' }));
    const revision = { number: 4, at: '2026-05-03T08:00:00Z', by: 'aysel', kind: 'save', languages: [] };
    server
      .on('GET /api/blog/posts/1/revisions/', () => json([revision]))
      .on('GET /api/blog/posts/1/revisions/4/', () => json({ ...aPost({ id: 1, ...GERMAN }), title_de: 'Abgaben', ...revision, live: [] }));
    await edit(1);
    await user.click(screen.getByRole('button', { name: 'History' }));
    expect(await screen.findByRole('heading', { name: 'Title (DE)' })).toBeVisible();
  });
});

describe('a text that was kept before the site had the language', () => {
  /** As a page with three languages wrote it. */
  const three = <T extends Partial<PostFields>>(fields: T) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !name.endsWith('_de'))) as Record<FieldName, string> & T;

  it('is taken up as it was, with nothing in that language', async () => {
    const draft = aDraft({ id: 1 });
    const known = Object.fromEntries(Object.entries(draft.languages).filter(([language]) => language !== 'de'));
    const base = baseOfDraft({ value: draft, etag: '"d1"' });
    const before = { ...base, fields: three(base.fields), life: { ...base.life, languages: known } } as unknown as typeof base;
    await writeEntry(
      entryOf({
        ...emptyForm('a'),
        base: before,
        fields: three({ ...base.fields, title_az: 'Yarımçıq' }),
        draftsSent: [three(base.fields)],
      }),
    );
    await open([draft]);
    await user.click(await screen.findByRole('button', { name: /^Continue: Yarımçıq / }));
    await waitFor(() => expect(field('title_az')).toHaveValue('Yarımçıq'));
    expect(field('title_de')).toHaveValue('');
    expect(screen.getByText(/^Azerbaijani is updated/)).toBeVisible();
  });

  it('and begun under its key is begun by the same request', async () => {
    await writeEntry(
      entryOf({
        ...emptyForm('a'),
        fields: three({ ...EMPTY_FIELDS, title_az: 'Yeni' }),
        draftsSent: [three({ ...EMPTY_FIELDS, title_az: 'Yeni' })],
      }),
    );
    const server = await open([]);
    server.on('POST /api/blog/drafts/', () => json(aDraft({ id: 9, live: false }), 201, { ETag: '"d1"' }));
    await user.click(await screen.findByRole('button', { name: /^Continue: New post: Yeni / }));
    await user.type(field('title_az'), '!');
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(server.asked('POST /api/blog/drafts/')).toHaveLength(1));
    expect(Object.keys(server.asked('POST /api/blog/drafts/')[0]?.form ?? {}).filter((name) => name.endsWith('_de'))).toEqual([]);
  });
});
