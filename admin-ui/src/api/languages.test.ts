import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => vi.resetModules());
afterEach(() => {
  delete document.documentElement.dataset['languages'];
});

/** The languages of texts of a page that says this, as the program finds them when it begins. */
async function languages(said?: string) {
  if (said !== undefined) document.documentElement.dataset['languages'] = said;
  return (await import('./types')).LANGUAGES;
}

it('are three where the page says nothing', async () => {
  expect(await languages()).toEqual(['az', 'en', 'ru']);
});

it.each([
  ['az en ru de', ['az', 'en', 'ru', 'de']],
  ['az en', ['az', 'en']],
  ['az', ['az']],
  ['az ru de', ['az', 'ru', 'de']],
])('are those that the page names: %j', async (said, expected) => {
  expect(await languages(said)).toEqual(expected);
});

it.each([
  [undefined, true],
  ['az en ru', true],
  ['az en', false],
  ['az en ru de', false],
  ['az ru de', false],
])('are those of the specification where they are the same, not only as many: %j', async (said, expected) => {
  await languages(said);
  expect((await import('./types')).ARE_USUAL).toBe(expected);
});

it('come with all fields, in the order of the form', async () => {
  document.documentElement.dataset['languages'] = 'az en ru de';
  const { FIELD_NAMES, EMPTY_FIELDS } = await import('../form/fields');
  expect(FIELD_NAMES.slice(18, 25)).toEqual([
    'title_de',
    'excerpt_de',
    'content_de',
    'meta_title_de',
    'meta_description_de',
    'slug_de',
    'category',
  ]);
  expect(EMPTY_FIELDS).toMatchObject({ title_de: '', slug_de: '' });
});

it('of which a site lacks some have no fields, and no title to be required', async () => {
  document.documentElement.dataset['languages'] = 'az en';
  const { EMPTY_FIELDS, FIELD_NAMES, fieldsOf, missingFields } = await import('../form/fields');
  expect(FIELD_NAMES.filter((name) => name.endsWith('_ru'))).toEqual([]);
  expect(missingFields(EMPTY_FIELDS)).toEqual(['title_az', 'title_en', 'author']);
  // What a form says nothing of stays at the server.
  const { aPost } = await import('../test/server');
  const { toFormData } = await import('../form/payload');
  const sent = toFormData({ fields: fieldsOf(aPost()), image: null, imageRemoved: false });
  expect([sent.has('title_en'), sent.has('title_ru'), sent.has('content_ru')]).toEqual([true, false, false]);
});

it('of a new post go without what was never written in those beside the three, whichever of them there are', async () => {
  document.documentElement.dataset['languages'] = 'az ru de';
  const { EMPTY_FIELDS } = await import('../form/fields');
  const { toFormData } = await import('../form/payload');
  const sent = toFormData({ fields: EMPTY_FIELDS, image: null, imageRemoved: false }, true);
  expect([...sent.keys()]).toEqual([
    'title_az',
    'excerpt_az',
    'content_az',
    'title_ru',
    'excerpt_ru',
    'content_ru',
    'category',
    'author',
    'featured',
    'trending',
  ]);
});

it.each([
  [undefined, 'audit'],
  ['payroll', 'payroll'],
])('a new post is about what the page says: %j', async (said, category) => {
  if (said) document.documentElement.dataset['category'] = said;
  const { EMPTY_FIELDS, isBlank } = await import('../form/fields');
  delete document.documentElement.dataset['category'];
  expect(EMPTY_FIELDS.category).toBe(category);
  expect(isBlank(EMPTY_FIELDS)).toBe(true);
});

it.each([
  [{}, []],
  [{ title_de: 'Steuern' }, []],
  [{ excerpt_de: ' ', content_de: '<p><br></p>' }, []],
  [{ excerpt_de: 'Kurz' }, ['title_de']],
  [{ content_de: '<p>Worte</p>' }, ['title_de']],
  [{ slug_de: 'steuern' }, ['title_de']],
  [{ title_de: 'Steuern', content_de: '<p>Worte</p>' }, []],
])('ask for their title where something else is written in them: %j', async (german, missing) => {
  document.documentElement.dataset['languages'] = 'az en ru de';
  const { EMPTY_FIELDS, missingFields } = await import('../form/fields');
  expect(missingFields({ ...EMPTY_FIELDS, title_az: 'a', title_en: 'e', title_ru: 'r', author: 'A', ...german })).toEqual(missing);
});
