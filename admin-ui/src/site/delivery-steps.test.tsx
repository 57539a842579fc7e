import { cleanup, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { speak } from '../test/texts';
import type { Delivery } from './delivery';
import { DeliveryReasons, DeliverySteps } from './delivery-steps';

const at = new Date(2026, 2, 5, 14, 3).toISOString();
const live: Delivery = { name: 'uploaded', at, seen: { name: 'live', at, languages: ['az', 'en', 'ru'] } };
const old: Delivery = {
  name: 'uploaded',
  at,
  seen: { name: 'old', languages: ['az'], pages: [{ path: '/en/blog/7/', why: 'still-there' }] },
};

function show(delivery: Delivery) {
  cleanup();
  render(
    <>
      <ol>
        <DeliverySteps delivery={delivery} />
      </ol>
      <DeliveryReasons delivery={delivery} />
    </>,
  );
}

it('says in three languages what is uploaded and what visitors see', () => {
  const table = [
    [
      'az',
      'Köçürüldü: 14:03',
      'Saytdadır (az, en, ru): 14:03',
      '1 səhifə ziyarətçilərə hələ köhnə görünür',
      'silinib, amma hələ də açılır',
    ],
    [
      'en',
      'Uploaded at 14:03',
      'Live in az, en, ru at 14:03',
      '1 page is still old for visitors',
      'it was removed but can still be opened',
    ],
    ['ru', 'Выгружено в 14:03', 'На сайте (az, en, ru) с 14:03', '1 страница у посетителей ещё прежняя', 'удалена, но всё ещё открывается'],
  ] as const;
  for (const [language, uploaded, seen, count, why] of table) {
    speak(language);
    show(live);
    expect(screen.getByText(uploaded)).toBeTruthy();
    expect(screen.getByText(seen)).toBeTruthy();
    show(old);
    expect(screen.getByText(count)).toBeTruthy();
    expect(screen.getByText('/en/blog/7/').parentElement?.textContent).toContain(why);
  }
});

it('gives the reason of a failed upload', () => {
  speak();
  show({ name: 'failed', reason: 'Object storage: it refuses the keys, while writing the marker.' });
  expect(screen.getByText('Not delivered: visitors may see the previous version')).toBeTruthy();
  expect(screen.getByText(/it refuses the keys/)).toBeTruthy();
  show({ name: 'failed', reason: 'Object storage: it refuses the keys.', of: { target: 2, all: 3 } });
  expect(screen.getByText('Target 2 of 3: Object storage: it refuses the keys.')).toBeTruthy();
});
