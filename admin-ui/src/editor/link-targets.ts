import { CATEGORIES, type CategoryName, type Language, LANGUAGES, type ListedPost } from '../api/types';
import type { Spoken } from '../i18n/detect';
import { fold } from '../rich-text/find';
import { linkUrl } from '../rich-text/urls';
import { PAGES, type Page, pagePath, publicPath, servicePath } from '../site/addresses';

/** A page of the site that a link may lead to. */
export interface LinkTarget {
  /** Tells it from the others: `page-about`, `post-7`. */
  key: string;
  address: string;
  title: string;
  /** The language of the title; `null`: that of the interface. */
  lang: Language | null;
  /** What a link that has no words of its own says; `null` where nothing in the text's language is known. */
  words: string | null;
  /** `dead`: nothing is there yet; `fallback`: the Azerbaijani text is. */
  mark: 'dead' | 'fallback' | null;
}

const BEGINS_AN_ADDRESS = /^(?:[/#]|[a-z][a-z0-9+.-]*:(?!\s))/i;
/** What the server takes at most. */
const MOST_LETTERS = 200;
const MOST_WORDS = 12;

/** The words to search for in what was typed; `null` when it is an address, or the beginning of one. */
export function soughtWords(typed: string): string | null {
  const plain = typed.trim();
  if (plain === '' || BEGINS_AN_ADDRESS.test(plain) || linkUrl(plain) !== null) return null;
  return plain.split(/\s+/).slice(0, MOST_WORDS).join(' ').slice(0, MOST_LETTERS).trim();
}

/** How pages are called: those that every firm has, in the language `spoken` here, and the services. */
interface Named {
  nameOf: (page: Page) => string;
  spoken: Spoken;
  services: readonly CategoryName[];
}

function isUsual(page: string): boolean {
  return CATEGORIES.some((category) => category === page);
}

/** The site's own pages that have all the words in their name or address; all of them for no words. */
export function pageTargets(words: string, language: Language, { nameOf, spoken, services }: Named): LinkTarget[] {
  const wanted = fold(words)
    .split(' ')
    .filter((word) => word !== '');
  const pages = PAGES.filter((page) => !isUsual(page) || services.some(({ id }) => id === page)).map((page): LinkTarget => {
    const title = nameOf(page);
    return {
      key: `page-${page}`,
      address: pagePath(page, language),
      title,
      lang: null,
      words: spoken === language ? title : null,
      mark: null,
    };
  });
  const others = services
    .filter(({ id }) => !isUsual(id))
    .map((service): LinkTarget => {
      const { id, [`title_${language}` as const]: title } = service;
      return { key: `page-${id}`, address: servicePath(id, language), title, lang: language, words: title, mark: null };
    });
  return [...pages, ...others].filter(({ title, address }) => wanted.every((word) => fold(`${title} ${address}`).includes(word)));
}

/** A post as a link in a text of this language would have it. */
export function postTarget(post: ListedPost, language: Language): LinkTarget {
  const lang = [language, ...LANGUAGES].find((known) => post[`title_${known}`]) ?? null;
  return {
    key: `post-${post.id}`,
    address: publicPath(post.id, language),
    title: lang === null ? `№ ${post.id}` : post[`title_${lang}`],
    lang,
    words: post[`title_${language}`] || null,
    mark: markOf(post, language),
  };
}

/** Every post that is on-line has a page in every language, which shows the Azerbaijani text where there is no other. */
function markOf({ live, languages }: ListedPost, language: Language): LinkTarget['mark'] {
  if (live === false) return 'dead';
  return languages?.[language]?.published_at === null ? 'fallback' : null;
}
