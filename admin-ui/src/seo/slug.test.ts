import { describe, expect, it } from 'vitest';
import { slugOf, slugSoFar } from './slug';

describe('words of an address', () => {
  it.each([
    ['ƏDV 2026: nə dəyişir?', 'edv-2026-ne-deyisir'],
    ['İşçi QIZIL ığöüçş', 'isci-qizil-igoucs'],
    ['Объём услуг: щит и съезд', 'obem-uslug-shchit-i-sezd'],
    ['Й как йод', 'y-kak-yod'],
    ['  VAT & you — 18 % ', 'vat-you-18'],
    ['§ … !', ''],
    ['Straße, Ærø und Łódź', 'strasse-aero-und-lodz'],
  ])('%s', (text, slug) => expect(slugOf(text)).toBe(slug));

  it('end with a whole word within forty letters, unless one word alone is longer', () => {
    expect(slugOf('Azərbaycanda vergi məcəlləsinə edilən dəyişikliklər')).toBe('azerbaycanda-vergi-mecellesine-edilen');
    expect(slugOf('a'.repeat(50))).toBe('a'.repeat(40));
    expect(slugOf(`${'a'.repeat(40)} b`)).toBe('a'.repeat(40));
  });

  it('keep a hyphen at the end while they are typed', () => {
    expect(slugSoFar('Vat ')).toBe('vat-');
    expect(slugSoFar(' -vat--2026')).toBe('vat-2026');
  });
});
