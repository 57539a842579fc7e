import { expect, it } from 'vitest';
import { presentSource } from './present-source';

it('asks for the present file of a stored picture, and for any other as it is named', () => {
  expect(presentSource('/api/blog/images/5/')).toBe('/api/blog/images/5/?now');
  for (const other of ['/api/blog/images/5/?v=abc', 'https://example.org/api/blog/images/5/', 'upload:a-1', '']) {
    expect(presentSource(other)).toBe(other);
  }
});
