import { beforeEach, expect, it, vi } from 'vitest';
import { speak } from '../test/texts';
import type { Spoken } from './detect';
import { type TextKey, translation } from './translate';

/** What is said of one of the languages of texts. */
const said = (key: string) => translation().t(key as TextKey);

beforeEach(() => speak());

it.each<[Spoken, string, string, string, string]>([
  ['az', 'Alman dili', 'alman dilində', 'Alman dilində mətn yoxdur', 'Alman dilində saytda yoxdur: azərbaycanca mətn açılacaq'],
  ['en', 'German', 'German', 'No German text', 'Not on the site in German: opens the Azerbaijani text'],
  ['ru', 'Немецкий', 'немецкий', 'Нет текста: немецкий', 'Немецкий: на сайте нет, откроется азербайджанский текст'],
])('a language that the interface has no words for is named by the browser, in %s', (language, name, within, missing, fallback) => {
  speak(language);
  expect(['languages.de', 'life.in_de', 'finding.missing_de', 'links.fallback_de'].map(said)).toEqual([name, within, missing, fallback]);
});

it('is named in Azerbaijani by a browser that has no Azerbaijani names', () => {
  vi.spyOn(Intl.DisplayNames.prototype, 'of').mockImplementation((code) => code);
  speak('az');
  expect(['languages.de', 'life.in_tr', 'finding.missing_uz'].map(said)).toEqual([
    'Alman dili',
    'türk dilində',
    'Özbək dilində mətn yoxdur',
  ]);
});

it('begins with an Azerbaijani capital', () => {
  speak('az');
  expect([said('languages.it'), said('life.in_it')]).toEqual(['İtalyan dili', 'italyan dilində']);
});

it('those that the interface has words for are named by these', () => {
  speak('az');
  expect([said('languages.ru'), said('life.in_ru'), said('finding.missing_ru')]).toEqual(['Rus dili', 'rusca', 'Rusca mətn yoxdur']);
});

it('a text that nobody has written is its key still', () => {
  expect(['list.nothing', 'nowhere.de', 'life.xx'].map(said)).toEqual(['list.nothing', 'nowhere.de', 'life.xx']);
});
