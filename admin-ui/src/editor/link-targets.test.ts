import { describe, expect, it } from 'vitest';
import { CATEGORIES } from '../api/types';
import { aDraft, aPost } from '../test/server';
import { pageTargets, postTarget, soughtWords } from './link-targets';

const DRAFT = { state: 'draft', stale: false, published_at: null, scheduled_at: null, scheduled_action: null } as const;
const PUBLISHED = { ...DRAFT, state: 'published', published_at: '2026-03-05T08:00:00Z' } as const;

describe('what is typed for a link', () => {
  it.each([
    '',
    ' ',
    'https://a.az',
    'https:',
    'mailto:',
    'javascript:alert(1)',
    '/blog/7/',
    '/',
    '#part',
    'www.example.az/x',
    'info@xəzri.az',
    '+994 (12) 345-67-89',
    'xəzri.az',
  ])('is no words to search for: %j', (typed) => {
    expect(soughtWords(typed)).toBeNull();
  });

  it.each([
    ['vergi', 'vergi'],
    ['  əmlak   vergisi ', 'əmlak vergisi'],
    ['2026', '2026'],
    ['Vergi: yenilik', 'Vergi: yenilik'],
    ['a '.repeat(20), 'a '.repeat(12).trim()],
    ['ə'.repeat(300), 'ə'.repeat(200)],
  ])('is words: %j', (typed, words) => {
    expect(soughtWords(typed)).toBe(words);
  });
});

describe('a page of the site', () => {
  const named = (id: string) => ({ id, title_az: `${id} az`, title_en: `${id} en`, title_ru: `${id} ru` });
  const services = CATEGORIES.map(named);
  const names = (words: string) =>
    pageTargets(words, 'ru', { nameOf: (page) => (page === 'faq' ? 'İstifadə sualları' : page), spoken: 'az', services }).map(
      ({ address }) => address,
    );

  it('is found by its name or address, in any case, and has the address of the text’s language', () => {
    expect(names('ISTIFADƏ')).toEqual(['/ru/faq/']);
    expect(names('services tax')).toEqual(['/ru/services/tax-legal/']);
    expect(names('nothing of it')).toEqual([]);
    expect(names('')).toHaveLength(13);
  });

  it('is that of any service that the firm has, and of no other', () => {
    const own = (words: string) =>
      pageTargets(words, 'ru', { nameOf: (page) => page, spoken: 'az', services: [named('audit'), named('it-audit')] });
    expect(own('services/ audit').map(({ address }) => address)).toEqual(['/ru/services/audit/', '/ru/services/it-audit/']);
    expect(own('it-audit ru')[0]).toEqual({
      key: 'page-it-audit',
      address: '/ru/services/it-audit/',
      title: 'it-audit ru',
      lang: 'ru',
      words: 'it-audit ru',
      mark: null,
    });
  });

  it('gives a link words only in the text’s own language', () => {
    const wordsIn = (spoken: 'az' | 'ru') => pageTargets('about', 'ru', { nameOf: () => 'about', spoken, services })[0]?.words;
    expect([wordsIn('ru'), wordsIn('az')]).toEqual(['about', null]);
  });
});

describe('a post', () => {
  it('leads to its page in the text’s language, under the title of that', () => {
    expect(postTarget(aPost({ id: 7 }), 'en')).toEqual({
      key: 'post-7',
      address: '/en/blog/7/',
      title: 'Title 7',
      lang: 'en',
      words: 'Title 7',
      mark: null,
    });
  });

  it('without a version in that language says that the Azerbaijani one opens', () => {
    const post = aDraft({ id: 7, title_ru: '', languages: { az: PUBLISHED, en: PUBLISHED, ru: { ...DRAFT, state: 'empty' } } });
    expect(postTarget(post, 'ru')).toMatchObject({ address: '/ru/blog/7/', title: 'Başlıq 7', lang: 'az', words: null, mark: 'fallback' });
    expect(postTarget(post, 'en').mark).toBeNull();
    // A translation that is written, but not published.
    expect(
      postTarget({ ...post, title_ru: 'Заголовок', languages: { ...post.languages, ru: { ...post.languages.ru, state: 'draft' } } }, 'ru'),
    ).toMatchObject({ title: 'Заголовок', mark: 'fallback' });
  });

  it('that is not published is dead in every language, and has a name even without a title', () => {
    const post = aDraft({ id: 7, live: false, title_az: '', title_en: '', title_ru: '', languages: { az: DRAFT, en: DRAFT, ru: DRAFT } });
    expect(postTarget(post, 'az')).toMatchObject({ title: '№ 7', lang: null, words: null, mark: 'dead' });
    expect(postTarget(post, 'ru').mark).toBe('dead');
  });
});
