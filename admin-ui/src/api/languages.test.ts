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
  ['de tr', ['az', 'en', 'ru', 'de', 'tr']],
  ['ru az de', ['az', 'en', 'ru', 'de']],
  [' az  en ru\nde de ', ['az', 'en', 'ru', 'de']],
  ['az en ru DE d deu de-AT "de"', ['az', 'en', 'ru']],
  ['', ['az', 'en', 'ru']],
])('are those that the page names, the three in front: %j', async (said, expected) => {
  expect(await languages(said)).toEqual(expected);
});

it('come with all fields, in the order of the form', async () => {
  document.documentElement.dataset['languages'] = 'az en ru de';
  const { FIELD_NAMES, EMPTY_FIELDS } = await import('../form/fields');
  expect(FIELD_NAMES.slice(18, 25)).toEqual(['title_de', 'excerpt_de', 'content_de', 'meta_title_de', 'meta_description_de', 'slug_de', 'category']);
  expect(EMPTY_FIELDS).toMatchObject({ title_de: '', slug_de: '' });
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
