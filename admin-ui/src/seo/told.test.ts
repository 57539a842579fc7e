import { describe, expect, it } from 'vitest';
import { EMPTY_FIELDS, type PostFields } from '../form/fields';
import { cutAt, lettersOf, placesThatCut } from './cuts';
import { toldOf } from './told';

const fields = (some: Partial<PostFields>): PostFields => ({ ...EMPTY_FIELDS, ...some });

describe('where the site cuts', () => {
  it.each([
    ['title', 15, []],
    ['title', 16, ['home']],
    ['title', 51, ['wide', 'home']],
    ['title', 81, ['card', 'wide', 'home']],
    ['excerpt', 100, ['home']],
    ['excerpt', 150, ['wide', 'home']],
    ['excerpt', 151, ['card', 'wide', 'home']],
  ] as const)('a %s of %i letters: %j', (kind, letters, places) => {
    expect(placesThatCut(kind, letters)).toEqual(places);
  });

  it('counts letters as they are read, and cuts between them', () => {
    expect(lettersOf(' ƏDV 👍 ')).toBe(5);
    expect(cutAt('bir iki üç', 10)).toBe('bir iki üç');
    expect(cutAt('bir 👍 iki', 5)).toBe('bir 👍…');
    expect(cutAt('bir iki üç', 4)).toBe('bir…');
  });
});

describe('what search engines and networks are told', () => {
  it('is what was written for them', () => {
    const told = toldOf(fields({ title_en: 'VAT', excerpt_en: 'Short', meta_title_en: ' VAT  2026 ', meta_description_en: 'Dates' }), 'en');
    expect(told).toEqual({ title: 'VAT 2026', description: 'Dates', language: 'en', heading: 'VAT' });
  });

  it('is the title and the excerpt without that, else the beginning of the text, cut', () => {
    const content_ru = `<h2>Порог</h2><ul><li>первый<ul><li><a href="/x">второй</a></li></ul></li></ul><p><img src="/a.png" alt="График">${'слово '.repeat(40)}</p>`;
    expect(toldOf(fields({ title_ru: 'НДС', excerpt_ru: 'Кратко\nо сроках', content_ru }), 'ru')).toMatchObject({
      title: 'НДС',
      description: 'Кратко о сроках',
    });
    const { description } = toldOf(fields({ title_ru: 'НДС', content_ru }), 'ru');
    expect(description).toMatch(/^Порог первый второй слово слово .*сл…$/);
    expect(lettersOf(description)).toBe(161);
  });

  it('is the Azerbaijani one where a page shows the Azerbaijani title, each text by itself', () => {
    const az = { title_az: 'ƏDV', excerpt_az: 'Qısa', content_az: '<p>Mətn</p>', meta_title_az: 'ƏDV nədir', meta_description_az: '' };
    expect(toldOf(fields({ ...az, meta_title_en: 'Of no use without a title' }), 'en')).toEqual({
      title: 'ƏDV nədir',
      description: 'Qısa',
      language: 'az',
      heading: 'ƏDV',
    });
    expect(toldOf(fields({ ...az, title_en: 'VAT' }), 'en')).toEqual({ title: 'VAT', description: 'Qısa', language: 'en', heading: 'VAT' });
    expect(toldOf(fields({}), 'ru')).toEqual({ title: '', description: '', language: 'az', heading: '' });
  });
});
