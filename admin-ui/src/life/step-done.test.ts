import { expect, it } from 'vitest';
import { leadsTo } from './step-done';

it.each([
  ['/blog/2/', '/blog/2', true],
  ['/blog/2/', '/en/blog/2-vat-in-2027/', true],
  ['/blog/2/', 'https://firm.example/ru/blog/2/', true],
  ['/services/audit/', '/en/services/audit', true],
  ['/', '/en/', true],
  ['/', 'https://firm.example', true],
  ['https://other.example/', 'https://other.example', true],
  ['https://other.example/a', 'https://OTHER.example/a', true],
  ['/blog/2/', '/blog/22/', false],
  ['/blog/2/', '/blog/', false],
  ['https://other.example/', '/blog/2/', false],
  [null, '/blog/2/', false],
  [undefined, '/blog/2/', false],
])('the server keeps %j of what was typed as %j: %j', (kept, typed, same) => {
  expect(leadsTo(kept, typed)).toBe(same);
});
