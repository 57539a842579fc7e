import { expect, it } from 'vitest';
import { LANGUAGES } from '../api/types';
import { TEXTS } from '../test/texts';

/** Stands on a button that says instead which language it copies from. */
const NOT_ON_THE_BUTTON = 'form.copyFromLabel';

const words = (text: string, language: string) =>
  text
    .toLocaleLowerCase(language)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whoever speaks to the computer names a button by what is written on it (WCAG 2.5.3). */
it.each(LANGUAGES)('the longer names of buttons in %s hold the words that are on them', (language) => {
  const pairs = Object.entries(TEXTS[language]).flatMap(([group, texts]) =>
    Object.entries(texts as Record<string, unknown>).flatMap(([key, name]) => {
      const written = (texts as Record<string, unknown>)[key.replace(/Label$/, '')];
      return key.endsWith('Label') && typeof name === 'string' && typeof written === 'string'
        ? [{ key: `${group}.${key}`, name, written }]
        : [];
    }),
  );
  expect(pairs.length).toBeGreaterThan(10);
  const apart = pairs.filter(
    ({ key, name, written }) => key !== NOT_ON_THE_BUTTON && !words(name, language).includes(words(written, language)),
  );
  expect(apart).toEqual([]);
});
