import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { setTokenSource } from '../api/client';
import { TEXT_FIELDS, type Language, type Texts } from '../api/types';
import { newQueryClient } from '../shell/query-client';
import { aDraft, FakeServer, json } from '../test/server';
import { findingsOf, readTexts } from './checks';
import { figuresIn, keysOf, onlyIn } from './figures';
import { useGoingPaths } from './going';
import { otherLanguage } from './tongue';

vi.hoisted(() => {
  document.documentElement.dataset['languages'] = 'az en ru de uk';
});

const [, , , GERMAN, UKRAINIAN] = ['az', 'en', 'ru', 'de', 'uk'] as Language[] as [Language, Language, Language, Language, Language];

const WHOLE: Record<string, string> = {
  title_az: 'Başlıq',
  excerpt_az: 'Qısa mətn',
  content_az: '<p>Mətn, 200 min manat</p>',
  title_en: 'Title',
  excerpt_en: 'Short',
  content_en: '<p>Text, 200 thousand manats</p>',
  title_ru: 'Заголовок',
  excerpt_ru: 'Кратко',
  content_ru: '<p>Текст, 200 тыс. манатов</p>',
  title_de: 'Titel',
  excerpt_de: 'Kurz',
  content_de: '<p>Worte, 200 Tausend Manat</p>',
  title_uk: 'Заголовок',
  excerpt_uk: 'Коротко',
  content_uk: '<p>Текст, 200 тис. манатів</p>',
};
const found = (change: Record<string, string> = {}) =>
  findingsOf(
    readTexts({ ...(Object.fromEntries(TEXT_FIELDS.map((field) => [field, ''])) as Texts), ...WHOLE, ...change }),
    new Set(['/de/blog/9/']),
    'https://site.example',
  );

describe('a language that is not known here', () => {
  it('is nothing to remark on where its texts are whole', () => {
    expect(found()).toEqual([]);
  });

  it('is missing where it is', () => {
    expect(found({ excerpt_de: '' })).toEqual([{ kind: 'missing', language: 'de', field: 'excerpt_de' }]);
  });

  it('has dead links and pictures without a description like any other', () => {
    const content = '<p>200 Tausend <a href="/de/blog/9/">hier</a></p><p><img src="/a.png" alt=""></p>';
    expect(found({ content_de: content }).map(({ kind, language, block }) => [kind, language, block])).toEqual([
      ['noAlt', 'de', 1],
      ['deadLink', 'de', 0],
    ]);
  });

  it('is not told from others by its words', () => {
    expect(otherLanguage('Die Steuern sind für alle gleich und werden im März fällig', GERMAN)).toBeNull();
    expect(otherLanguage('Податки однакові для всіх і сплачуються у березні', UKRAINIAN)).toBeNull();
    expect(otherLanguage('The tax is due in March and is not for the others', GERMAN)).toBeNull();
  });

  it('has the same figures as the source, or not', () => {
    expect(found({ content_de: '<p>Worte, 300 Tausend Manat</p>' })).toEqual([
      { kind: 'figures', language: 'de', field: 'content_de', block: 0, quote: 'AZ: 200 min · DE: 300' },
    ]);
  });
});

it('the page of a post in it goes with the post', async () => {
  setTokenSource({ current: () => 'a', renew: () => Promise.resolve('a') });
  const off = {
    state: 'scheduled',
    stale: false,
    published_at: '2026-05-03T08:00:00Z',
    scheduled_at: '2026-12-01T08:00:00Z',
    scheduled_action: 'unpublish',
  } as const;
  new FakeServer().on('GET /api/blog/posts/7/draft/', () => json(aDraft({ id: 7, languages: { az: off, en: off, ru: off } })));
  const client = newQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  const { result } = renderHook(() => useGoingPaths(['/de/blog/7/', '/fr/blog/7/']), { wrapper });
  await waitFor(() => expect([...result.current]).toEqual([['/de/blog/7/', '2026-12-01T08:00:00Z']]));
});

const differ = (one: string, other: string) => {
  const [az, translation] = [figuresIn(one, 'az'), figuresIn(other, GERMAN)];
  return [...onlyIn(az, keysOf(translation)), ...onlyIn(translation, keysOf(az))];
};

it.each([
  ['2,5 milyon', '2,5 Millionen'],
  ['2,5 milyon', '2.500.000'],
  ['1,2 mlrd', '1,2 Mrd. Manat'],
  ['500 min manat', '500.000 Manat'],
  ['10–15 min', '10 bis 15 Tausend'],
  ['2 min 500', '2500'],
  ['14:30', '14.30 Uhr'],
  ['14:00', '14 Uhr'],
  ['15.12.2026', '15. Dezember 2026'],
  ['1 250 000,50 AZN', '1.250.000,50 Manat'],
  ['18%', '18 %'],
])('%s and %s are the same', (one, other) => {
  expect(differ(one, other)).toEqual([]);
});

it.each([
  ['200 000', '20.000'],
  ['18', '18,5'],
  ['2025', '2026'],
  ['2,5 milyon', '25 Millionen'],
  ['500 min', '500'],
  ['14:30', '15.30 Uhr'],
])('%s and %s are not', (one, other) => {
  expect(differ(one, other).length).toBeGreaterThan(0);
});
