import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findAll, fold } from './find';

const PAIRS = JSON.parse(readFileSync('../templates/islands/test/folded.json', 'utf8')) as [string, string][];
const words = (text: string, wanted: string, matchCase = false) =>
  findAll(text, wanted, matchCase).map(({ start, end }) => text.slice(start, end));

describe('finding in a text', () => {
  it.each(PAIRS)('folds %j to %j, as the site does', (text, expected) => expect(fold(text)).toBe(expected.replace('ς', 'σ')));

  it.each([
    ['İSTANBUL Istanbul ıstanbul istanbul', 'istanbul', ['İSTANBUL', 'Istanbul', 'ıstanbul', 'istanbul']],
    ['Учёт и учет', 'УЧЕТ', ['Учёт', 'учет']],
    ['ƏDV ədv edv', 'ədv', ['ƏDV', 'ədv']],
    ['I\u0307stanbul, Uc\u0327uş', 'istanbul', ['I\u0307stanbul']],
    ['two\u00a0\u202fwords', 'two words', ['two\u00a0\u202fwords']],
    ['aaaa', 'aa', ['aa', 'aa']],
    ['e\u0301', 'e', []],
    ['a.b (c) a*b', '(c)', ['(c)']],
    ['nothing', '', []],
  ])('in %j %j stands at %j', (text, wanted, expected) => expect(words(text, wanted)).toEqual(expected));

  it('tells capital from small letters when it is to', () => {
    expect(words('Vergi vergi VERGİ', 'vergi', true)).toEqual(['vergi']);
    expect(words('e\u0301 é', 'é', true)).toEqual(['e\u0301', 'é']);
  });
});
