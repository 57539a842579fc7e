import { expect, it } from 'vitest';
import { EMPTY_FIELDS, type PostFields } from './fields';
import { wordsWithoutPlace } from './without-place';

/** As a page wrote it when the site had German. */
const kept = (german: Record<string, unknown>) => ({ ...EMPTY_FIELDS, title_ru: 'Налоги', ...german }) as PostFields;

it('words of a language that the site has no more are named, as they are read', () => {
  expect(
    wordsWithoutPlace(
      kept({ title_de: ' Steuern ', content_de: '<p>Erster</p><p>zweiter <b>Satz</b></p>', slug_de: 'steuern', excerpt_de: '' }),
    ),
  ).toEqual([
    { language: 'de', words: 'Steuern' },
    { language: 'de', words: 'Erster\nzweiter Satz' },
    { language: 'de', words: 'steuern' },
  ]);
});

it.each([[{}], [{ title_de: ' ', content_de: '<p><br></p>' }], [{ title_de: true, words_de: 'x', title_deu: 'x' }]])(
  'nothing is made of %j',
  (german) => {
    expect(wordsWithoutPlace(kept(german))).toEqual([]);
  },
);
