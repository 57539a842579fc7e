import { isAskable } from '../api/links';
import type { Language } from '../api/types';
import { blockText } from '../rich-text/measure';
import { type Block, type Inline, linesOf, type Picture } from '../rich-text/model';
import { STORED_PICTURE } from '../rich-text/urls';
import type { Finding } from './finding';
import { otherLanguage } from './tongue';

const LEVELS = { h1: 1, h2: 2, h3: 3 } as const;

/** What is to be said of one language's content by itself. */
export function contentFindings(blocks: readonly Block[], language: Language): Finding[] {
  const found: Finding[] = [];
  const field = `content_${language}` as const;
  // The post's title stands above the text.
  let level = 1;
  let foreign = false;
  blocks.forEach((block, at) => {
    const say = (kind: Finding['kind'], quote?: string) =>
      found.push({ kind, language, field, block: at, ...(quote !== undefined && { quote }) });
    if (block.type in LEVELS) {
      const next = LEVELS[block.type as keyof typeof LEVELS];
      if (next > level + 1) say('headingJump', blockText(block));
      level = next;
    }
    for (const inline of inlinesOf(block)) {
      if (inline.type === 'img' && inline.alt.trim() === '') say('noAlt');
      if (inline.type === 'a' && inline.href === '#') say('emptyLink', blockText(block));
    }
    const words = foreign ? null : otherLanguage(blockText(block), language);
    if (words !== null) {
      foreign = true;
      say('otherLanguage', words);
    }
  });
  return found;
}

/** Addresses of this site that a content links to, with the block that does. */
export function ownLinks(blocks: readonly Block[], origin: string): { block: number; path: string; href: string }[] {
  return blocks.flatMap((block, at) =>
    inlinesOf(block)
      .filter((inline) => inline.type === 'a')
      .flatMap(({ href }) => {
        const path = ownPath(href, origin);
        return path === null ? [] : [{ block: at, path, href }];
      }),
  );
}

/** Stored pictures that a content shows, with the block that does. */
export function storedPictures(blocks: readonly Block[]): { block: number; path: string; alt: string }[] {
  return blocks.flatMap((block, at) =>
    inlinesOf(block)
      .filter((inline) => inline.type === 'img')
      .filter(({ src }) => STORED_PICTURE.test(src))
      .map(({ src, alt }) => ({ block: at, path: src, alt })),
  );
}

/** Addresses of other sites that a content links to, with the block that does. */
export function foreignLinks(blocks: readonly Block[], origin: string): { block: number; href: string }[] {
  return blocks.flatMap((block, at) =>
    inlinesOf(block)
      .filter((inline) => inline.type === 'a')
      .filter(({ href }) => isAskable(href) && new URL(href).origin !== origin)
      .map(({ href }) => ({ block: at, href })),
  );
}

function ownPath(href: string, origin: string): string | null {
  if (href.startsWith('#') || !URL.canParse(href, origin)) return null;
  const url = new URL(href, origin);
  return url.origin === origin ? url.pathname : null;
}

function inlinesOf(block: Block): (Inline | Picture)[] {
  return linesOf(block)
    .flat()
    .flatMap((inline) => (inline.type === 'a' ? [inline, ...inline.children] : [inline]));
}
