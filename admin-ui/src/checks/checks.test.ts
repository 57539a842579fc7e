import { describe, expect, it } from 'vitest';
import { type Language, TEXT_FIELDS, type Texts } from '../api/types';
import { findingsOf, ownPaths, picturePaths, readTexts } from './checks';
import { otherLanguage } from './tongue';

const ORIGIN = 'https://site.example';

function texts(some: Partial<Texts>): Texts {
  return { ...(Object.fromEntries(TEXT_FIELDS.map((field) => [field, ''])) as Texts), ...some };
}

/** A post with nothing to remark on in Azerbaijani, and these. */
function found(some: Partial<Texts>, gone: string[] = []) {
  const full: Partial<Texts> = {
    title_az: 'Başlıq',
    excerpt_az: 'Qısa mətn',
    content_az: '<p>Mətn</p>',
    title_en: 'Title',
    excerpt_en: 'Short',
    content_en: '<p>Text</p>',
    title_ru: 'Заголовок',
    excerpt_ru: 'Кратко',
    content_ru: '<p>Текст</p>',
  };
  return findingsOf(readTexts(texts({ ...full, ...some })), new Set(gone), ORIGIN);
}

describe('what is looked at before publishing', () => {
  it('is nothing in a post that is whole, or in a form that has no content yet', () => {
    expect(found({})).toEqual([]);
    expect(findingsOf(readTexts(texts({ title_az: 'Yalnız başlıq' })), new Set(), ORIGIN)).toEqual([]);
  });

  it('names texts that are missing', () => {
    expect(found({ content_ru: '<p></p>', excerpt_en: ' ' })).toEqual([
      { kind: 'missing', language: 'en', field: 'excerpt_en' },
      { kind: 'missing', language: 'ru', field: 'content_ru' },
    ]);
  });

  it('names pictures without a description and links without an address, with their block', () => {
    const content =
      '<p>a</p><p><img src="/a.png" alt=""></p><ul><li>x<ul><li><a href="#">here</a></li></ul></li></ul><p><a href="/b"><img src="/b.png" alt="Graph"></a></p>';
    expect(found({ content_en: content })).toEqual([
      { kind: 'noAlt', language: 'en', field: 'content_en', block: 1 },
      { kind: 'emptyLink', language: 'en', field: 'content_en', block: 2, quote: '• x\n  • here' },
    ]);
  });

  it('names headings that skip a level, below the post’s own title', () => {
    expect(
      found({ content_az: '<h3>Dərin</h3><h2>İki</h2><h3>Üç</h3><h1>Bir</h1><h3>Yenə</h3>' }).map(({ kind, block, quote }) => [
        kind,
        block,
        quote,
      ]),
    ).toEqual([
      ['headingJump', 0, 'Dərin'],
      ['headingJump', 4, 'Yenə'],
    ]);
  });

  it('names links to pages of the site that are not there, and asks about no other', () => {
    const content_en = `<p><a href="/en/blog/7/">seven</a> <a href="${ORIGIN}/gone/?x#y">gone</a> <a href="https://law.example/7/">law</a> <a href="#part">part</a></p>`;
    expect(ownPaths(readTexts(texts({ content_en, content_ru: '<p><a href="/gone/">x</a></p>' })), ORIGIN)).toEqual([
      '/en/blog/7/',
      '/gone/',
    ]);
    expect(found({ content_en }, ['/gone/'])).toEqual([
      { kind: 'deadLink', language: 'en', field: 'content_en', block: 0, quote: `${ORIGIN}/gone/?x#y` },
    ]);
  });

  it('names stored pictures that are not there any more, each with its block, and asks about no others', () => {
    const content_en =
      '<p>a</p><p><img src="/api/blog/images/7/" alt="Office"></p><p><img src="/api/blog/images/8/" alt="Graph"></p><p><img src="https://a.example/9.png" alt="x"></p>';
    expect(picturePaths(readTexts(texts({ content_en, content_ru: '<p><img src="/api/blog/images/7/" alt="Офис"></p>' })))).toEqual([
      '/api/blog/images/7/',
      '/api/blog/images/8/',
    ]);
    expect(found({ content_en }, ['/api/blog/images/7/'])).toEqual([
      { kind: 'gonePicture', language: 'en', field: 'content_en', block: 1, quote: 'Office' },
    ]);
  });

  it('names links to posts that are planned to go, unless they have gone', () => {
    const content_az = '<p>a</p><p><a href="/blog/7/">seven</a> <a href="/blog/8/">eight</a></p>';
    const going = new Map([
      ['/blog/7/', '2026-12-01T08:00:00Z'],
      ['/blog/8/', '2026-12-01T08:00:00Z'],
    ]);
    const full = texts({ title_az: 'a', excerpt_az: 'b', content_az });
    expect(
      findingsOf(readTexts(full), new Set(['/blog/8/']), ORIGIN, going).filter(({ language, block }) => language === 'az' && block === 1),
    ).toEqual([
      { kind: 'deadLink', language: 'az', field: 'content_az', block: 1, quote: '/blog/8/' },
      { kind: 'goingLink', language: 'az', field: 'content_az', block: 1, quote: '/blog/7/', time: '2026-12-01T08:00:00Z' },
    ]);
  });

  it('names titles that a list cuts, by letters as they are read', () => {
    expect(found({ title_ru: 'Ж'.repeat(80), title_az: 'Ə'.repeat(81) })).toEqual([
      { kind: 'longTitle', language: 'az', field: 'title_az' },
    ]);
  });

  it('names figures that a translation lost or added, and the block that has another', () => {
    const content_az = '<p>Hədd 200 000 manatdır.</p><p>Faiz 18,5%, 01.01.2026-dan.</p>';
    expect(
      found({
        content_az,
        content_en: '<p>The threshold is 200,000 manats.</p><p>18.50% from 1 January 2026.</p>',
        content_ru: '<p>Порог.</p><p>220 000 манатов, 18,5 % с 1 января 2026 года.</p>',
      }),
    ).toEqual([{ kind: 'figures', language: 'ru', field: 'content_ru', block: 1, quote: 'AZ: 200 000 · RU: 220 000' }]);
  });
});

describe('words of another language', () => {
  it.each<[Language, string, string]>([
    ['az', 'Bu bölmə ещё не переведена на dilimizə.', 'ещё не переведена на'],
    ['az', 'The threshold is set by the Tax Code for all companies.', 'The threshold is set'],
    ['en', 'Vergi Məcəlləsinə görə həddi aşan şirkət qeydiyyatdan keçir.', 'Vergi Məcəlləsinə görə həddi'],
    ['en', 'Налог на прибыль', 'Налог на прибыль'],
    ['ru', 'Vergi Məcəlləsinə görə həddi aşan şirkət', 'Vergi Məcəlləsinə görə həddi'],
  ])('in %s: %s', (language, text, words) => {
    expect(otherLanguage(text, language)).toBe(words);
  });

  it.each<[Language, string]>([
    ['az', 'Audit hesabatı ISO 9001 və IFRS for SMEs üzrə hazırlanır.'],
    ['az', 'Vergi ödəyicisi olmaq üçün 12 ay'],
    ['en', 'Leyla Məmmədova of Nəsimi district writes about the State Tax Service.'],
    ['ru', 'Отчёт по ISO 27001 и IFRS for SMEs сдаётся в e-taxes.gov.az до 31 марта.'],
    ['ru', 'Microsoft Excel'],
    ['en', ''],
  ])('are none in %s: %s', (language, text) => {
    expect(otherLanguage(text, language)).toBeNull();
  });
});
