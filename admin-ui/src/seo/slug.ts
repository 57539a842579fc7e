/** The longest that the server takes. */
export const LONGEST_SLUG = 40;

/** Letters in those of an address that do not become them without their marks; Russian ones as the site makes the names of its headings. */
const LATIN: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  ə: 'e',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
};

/**
 * Text as words of an address: small Latin letters, digits and single hyphens, none in front. Azerbaijani letters lose their marks, as
 * people write them in addresses. A hyphen at the end stays, because another word may follow it.
 */
export function slugSoFar(text: string): string {
  const latin = [...text.toLowerCase().normalize('NFC')].map((letter) => LATIN[letter] ?? letter).join('');
  const plain = latin.normalize('NFD').replace(/\p{M}/gu, '');
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-/, '');
}

/** The whole text as words of an address, cut after the last word that fits. */
export function slugOf(text: string): string {
  const slug = trimmed(slugSoFar(text));
  if (slug.length <= LONGEST_SLUG) return slug;
  const end = slug.lastIndexOf('-', LONGEST_SLUG);
  return slug.slice(0, end > 0 ? end : LONGEST_SLUG);
}

/** Without a hyphen at the end. */
export function trimmed(slug: string): string {
  return slug.replace(/-$/, '');
}
