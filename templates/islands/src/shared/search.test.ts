import { describe, expect, it } from 'vitest';
import folded from '../../test/folded.json';
import { fold, matches } from './search';

describe('search', () => {
  it.each([
    ['İSTİFADƏ', 'istifadə'],
    ['ISTIFADƏ', 'istifadə'],
    ['ıstıfadə', 'istifadə'],
    ['İ'.normalize('NFD'), 'i'],
    ['Ёлка', 'елка'],
    ['УЧЁТ', 'учет'],
    ['ƏMƏK', 'əmək'],
    ['Ğ Ö Ş Ç Ü', 'ğ ö ş ç ü'],
    ['налоги и\u00a0право', 'налоги и право'],
  ])('folds %s to %s', (text, folded) => expect(fold(text)).toBe(folded));

  // The generator's test reads the same pairs: its filters must fold as browsers do.
  it.each(folded as [string, string][])('folds %j to %j, as the generator does', (text, expected) => expect(fold(text)).toBe(expected));

  it('keeps ə and e apart: they are different letters', () => {
    expect(matches('emek', 'ƏMƏK')).toBe(false);
  });

  it('looks into every text and ignores blanks around the query', () => {
    expect(matches('  VERGİ ', 'Audit', 'vergi məcəlləsi')).toBe(true);
    expect(matches('vergi', 'Audit', 'Uçot')).toBe(false);
  });
});
