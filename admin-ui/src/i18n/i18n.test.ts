import { describe, expect, it } from 'vitest';
import { formatBaku, formatDate, formatTime } from './dates';
import { detectLanguage } from './detect';
import { TEXTS } from '../test/texts';

const { az, en, ru } = TEXTS;

type Tree = Record<string, Record<string, string | undefined>>;

function keys(tree: Tree): string[] {
  return Object.entries(tree).flatMap(([group, texts]) => Object.keys(texts).map((key) => `${group}.${key}`));
}

function placeholders(text = ''): string[] {
  return [...text.matchAll(/{{(\w+)}}/g)].map((match) => match[1] ?? '').sort();
}

describe('language', () => {
  it.each([
    ['ru', ['en'], 'ru'],
    [null, ['fr-FR', 'en-GB', 'ru'], 'en'],
    ['de', ['ru-RU'], 'ru'],
    [null, ['fr'], 'az'],
    [null, [], 'az'],
  ])('stored %s, browser %j: %s', (stored, browser, expected) => {
    expect(detectLanguage(stored, browser)).toBe(expected);
  });
});

describe('texts', () => {
  it.each([
    ['en', az, en],
    ['ru', az, ru],
  ] as const)('%s has every text of az, with the same placeholders', (_name, source, locale) => {
    const plural = /_(?:few|many)$/;
    expect(keys(locale as Tree).filter((key) => !plural.test(key))).toEqual(keys(source as Tree));
    for (const [group, texts] of Object.entries(source as Tree)) {
      for (const [key, text] of Object.entries(texts)) {
        expect([group, key, placeholders((locale as Tree)[group]?.[key])]).toEqual([group, key, placeholders(text)]);
      }
    }
  });

  it.each([
    ['az', az, /sessiya|versiya|mühasibatlıq|saytdan götür|: köçür(?:üldü\.)?$|özünüz köçür|indi köçür/i],
    ['ru', ru, /вариант|: копировать/i],
  ] as const)('%s calls one thing by one word', (_name, locale, other) => {
    const said = Object.values(locale as Tree).flatMap((texts) => Object.entries(texts).map(([key, text]) => `${key}: ${text}`));
    expect(said.filter((text) => other.test(text))).toEqual([]);
  });

  it('has the verbs of Russian agree with their numbers', () => {
    const { life, form } = ru as Tree;
    expect([life?.['links_one'], life?.['links_few'], life?.['links_many']]).toEqual([
      'На эту запись ссылается {{count}} запись:',
      'На эту запись ссылаются {{count}} записи:',
      'На эту запись ссылается {{count}} записей:',
    ]);
    expect([form?.['picturesSending_few'], form?.['picturesSending_many']]).toEqual([
      expect.stringMatching(/^Загружаются /),
      expect.stringMatching(/^Загружается /),
    ]);
  });

  it('has all plural forms of Russian', () => {
    const forms = keys(ru as Tree).filter((key) => key.endsWith('_other'));
    for (const key of forms)
      expect(keys(ru as Tree)).toEqual(expect.arrayContaining([key.replace('other', 'few'), key.replace('other', 'many')]));
  });

  it.each([az, en, ru])('keeps the quoted texts of the specification', (locale) => {
    expect(locale.layout).toMatchObject({ title: 'Blog Management', blogs: 'Blogs', logout: 'Logout' });
    expect(locale.login).toMatchObject({ refused: 'Invalid username or password', unreachable: 'Server error. Please try again later.' });
  });
});

describe('dates', () => {
  it('are right in three languages, without the browser', () => {
    const date = new Date(2025, 2, 5, 9, 7);
    // The day in Baku, as the site has it, wherever the reader is.
    const late = '2025-03-04T20:30:00Z';
    expect([formatDate(late, 'az'), formatDate(late, 'en'), formatDate(late, 'ru')]).toEqual([
      '5 mart 2025',
      'March 5, 2025',
      '5 марта 2025\u00a0г.',
    ]);
    expect(formatBaku(late, 'az')).toBe('5 mart 2025, 00:30');
    expect(formatTime(date)).toBe('09:07');
    expect(formatDate('nonsense', 'az')).toBe('');
  });
});
