import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canonicalHtml } from './read';

/** The server's cleaning and the editor's reading, side by side: `cms/src/posts/rich_text_tests.rs` reads the same file. */
const CORPUS = JSON.parse(readFileSync('../cms/tests/rich-text.json', 'utf8')) as {
  given: string;
  /** What the server stores. */
  cleaned: string;
  /** What the editor makes of that, and sends. */
  canonical: string;
  /** What the editor makes of `given` where that is more: it reads foreign programs' structure, the server drops it. */
  pasted?: string;
}[];

describe('the server and the editor', () => {
  it.each(CORPUS)('agree on $given', ({ given, cleaned, canonical, pasted }) => {
    expect(canonicalHtml(cleaned)).toBe(canonical);
    expect(canonicalHtml(given)).toBe(pasted ?? canonical);
    expect(canonicalHtml(canonical)).toBe(canonical);
  });
});
