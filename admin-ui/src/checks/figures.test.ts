import { describe, expect, it } from 'vitest';
import type { Language } from '../api/types';
import { figuresIn, keysOf, onlyIn } from './figures';

const differ = (one: string, other: string, language: Language = 'en') => {
  const [az, translation] = [figuresIn(one, 'az'), figuresIn(other, language)];
  return [...onlyIn(az, keysOf(translation)), ...onlyIn(translation, keysOf(az))];
};

it.each([
  ['200 000', '200,000'],
  ['200\u00a0000', '200.000'],
  ['1\u202f250 000,50', '1,250,000.5'],
  ['0,125', '0.125'],
  ['3,5', '3.50'],
  ['05', '5%'],
  ['14', '14-cü'],
  ['1.234.567,89', '1,234,567.89'],
  ['1 250 000 AZN', 'AZN1,250,000'],
  ['1’500', '$1,500'],
  ['15.12.2026', 'December 15, 2026'],
  ['2026-12-15', '15 December 2026'],
  ['18:00-dək', 'until 6 p.m.'],
  ['12:30, 18:30', '12:30 pm and 6:30 pm'],
  ['500 min manat', '500,000 manats'],
  ['200 mindən çox', 'more than 200 thousand'],
  ['2,5 milyon', '2,500,000'],
  ['2 mln', '2 million'],
  ['1,2 mlrd', '1.2-billion'],
  ['45 milyard', '45 bn'],
])('%s and %s are the same', (one, other) => {
  expect(differ(one, other)).toEqual([]);
});

it.each([
  ['500 min manat', '500 тыс. манатов'],
  ['500 min', '500 000'],
  ['2,5 milyona', '2,5 миллиона'],
  ['30 dəqiqə, 12:00', '30 минут, 12:00'],
  ['3 milyard', '3 млрд'],
])('%s and %s are, too', (one, other) => {
  expect(differ(one, other, 'ru')).toEqual([]);
});

it.each([
  ['200 000', '20 000'],
  ['18', '18,5'],
  ['1,5', '15'],
  ['2025', '2026'],
  ['100 200', '100 201'],
  ['5 min manat', '5 million manats'],
  ['500 min', '500'],
  ['30 minimum', '30 thousand'],
  ['18:00', '6 a.m.'],
])('%s and %s are not', (one, other) => {
  expect(differ(one, other).length).toBeGreaterThan(0);
});

describe('a text in three languages that say the same', () => {
  it.each<[string, string, string]>([
    // Ranges
    ['10–15 min manat', '10,000–15,000 manats', '10–15 тыс. манатов'],
    ['10-15 min manat', '10 to 15 thousand manats', 'от 10 до 15 тыс. манатов'],
    ['10-dan 15 minədək', 'from 10,000 to 15,000', 'от 10 000 до 15 000'],
    ['1,5–2,5 milyon', '1,500,000 – 2,500,000', '1,5–2,5 млн'],
    ['200–300 mln', 'between 200 and 300 million', 'от 200 до 300 миллионов'],
    ['20–30 gün', '20–30 days', '20–30 дней'],
    // Parts of one
    ['2 min 500 manat', '2,500 manats', '2500 манатов'],
    ['1 milyon 200 min', '1.2 million', '1 млн 200 тыс.'],
    ['3 milyard 450 milyon 20 min', '3,450,020,000', '3 450 020 000'],
    ['45 min 250,50 manat', '45,250.50 manats', '45 250,5 маната'],
    // Letters for zeros
    ['1,5 milyon manat', 'AZN 1.5m', '1,5 млн манатов'],
    ['200 min', '200k', '200 тысяч'],
    ['2,4 milyard dollar', '$2.4bn', '2,4 млрд долларов'],
    ['10–15 min', '10–15k', '10–15 тысяч'],
    ['100 m məsafə', 'a distance of 100 m', 'расстояние 100 м'],
    // Times of day
    ['14.30', '2:30 pm', '14:30'],
    ['14:30-da', 'at 2.30 p.m.', 'в 14.30'],
    ['00:30', '12:30 am', '0:30'],
    ['12:15', '12.15 pm', '12:15'],
    ['09:00–18:00', '9 am to 6 pm', 'с 9:00 до 18:00'],
    ['14:00–16:30', '2–4:30 pm', 'с 14 до 16.30'],
    ['saat 10-da', 'at 10 a.m.', 'в 10:00'],
    // Dates
    ['01.05.25', '1 May 2025', '1 мая 2025 года'],
    ['15.12.2025', '15/12/2025', '15.12.25'],
    ['15.12.2025', '12/15/2025', '15 декабря 2025'],
    ['31.12.98', '31 December 1998', '31.12.1998'],
    ['05.2025', 'May 2025', 'май 2025 г.'],
    // As they are
    ['ISO 9001:2015', 'ISO 9001:2015', 'ИСО 9001:2015'],
    ['17.45 manat', '17.45 manats', '17,45 маната'],
    ['24/7, 2024/25', '24/7, 2024/25', '24/7, 2024/25'],
    ['10.2.13-cü bənd', 'clause 10.2.13', 'пункт 10.2.13'],
    ['+994 12 345 67 89', '+994 12 345 67 89', '+994 12 345 67 89'],
  ])('%s | %s | %s', (az, en, ru) => {
    expect([differ(az, en), differ(az, ru, 'ru'), onlyIn(figuresIn(en, 'en'), keysOf(figuresIn(ru, 'ru')))]).toEqual([[], [], []]);
  });
});

describe('a text in three languages of which each says something else', () => {
  it.each<[string, string, string]>([
    ['10–15 min manat', '10,000–16,000 manats', '11–15 тыс. манатов'],
    ['10-15 min', '10–15 million', '10–15 млн'],
    ['10–15 min', '10–15', '10–15'],
    ['2 min 500 manat', '2,600 manats', '25 000 манатов'],
    ['2 min 500 manat', '3,500 manats', '2,5 млн манатов'],
    ['1,5 milyon manat', 'AZN 1.5k', '1,6 млн манатов'],
    ['200 min', '200m', '200 млн'],
    ['2,4 milyard', '$2.4m', '2,4 млн'],
    ['14.30', '2:30 am', '12:30'],
    ['14:30', '2:45 pm', '14.45'],
    ['14:00–16:00', '2–5 pm', 'с 14 до 17'],
    ['12:30', '12:30 am', '0:30'],
    ['01.05.25', '1 May 2026', '1 мая 2024 года'],
    ['15.12.2025', '16/12/2025', '14.12.25'],
    ['05.2025', 'May 2026', 'май 2024 г.'],
    ['12.05%', '12%', '12,5%'],
    ['18 faiz', '18.5 per cent', '20 процентов'],
  ])('%s | %s | %s', (az, en, ru) => {
    expect(differ(az, en)).not.toEqual([]);
    expect(differ(az, ru, 'ru')).not.toEqual([]);
  });
});

describe('figures', () => {
  const keys = (text: string) => figuresIn(text, 'az').map(({ keys: [key] }) => key);

  it('end with their line, and are none of a name with a letter', () => {
    expect(keys('Cədvəl 12\n200 manat')).toEqual(['12', '200']);
    expect(keys('A4 200 ədəd').filter((key) => key !== '4')).toEqual(['200']);
  });

  it('are as written in what is shown, each once', () => {
    expect(onlyIn(figuresIn('200 000 manat, 12 ay, 3 il, 7 min, 200 000 manat', 'az'), keysOf(figuresIn('12 months', 'en')))).toEqual([
      '200 000',
      '7 min',
    ]);
  });

  it('are found in linear time', () => {
    const long = '10–15 min 500, 14.30, 01.05.25; '.repeat(20_000);
    expect(figuresIn(long, 'az').length).toBeGreaterThan(60_000);
  });
});
