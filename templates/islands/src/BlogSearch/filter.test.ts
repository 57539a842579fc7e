import { describe, expect, it } from 'vitest';
import { bitsOf, mayHold } from './filter';

describe('filters', () => {
  // The same numbers stand in the generator's test (filter.rs).
  it.each([
    ['ab', []],
    ['vergi', [3298, 1164, 2879]],
    ['ədv', [2627]],
    ['учет', [3842, 337]],
  ])('%s has the bits that the generator sets', (text, bits) => {
    expect(bitsOf(text)).toEqual(bits);
  });

  it('hold a text only when every bit is set', () => {
    const bytes = new Uint8Array(512);
    for (const bit of bitsOf('vergi')) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7));
    const filter = btoa(String.fromCharCode(...bytes));
    expect([
      mayHold(filter, bitsOf('vergi')),
      mayHold(filter, bitsOf('verg')),
      mayHold(filter, bitsOf('vergiler')),
      mayHold(filter, []),
    ]).toEqual([true, true, false, true]);
    expect(mayHold('', bitsOf('vergi'))).toBe(false);
  });
});
