// The rule of the language choice (design.md, "Language choice"), apart from the page it is applied to. It stands in every
// page, so it is written short.
export const STORED = 'i18nextLng';
// Whoever says to be "compatible;" is none of today's browsers.
const CRAWLER = /bot|crawl|spider|slurp|compatible;|preview|externalhit|lighthouse|validator/i;

/**
 * The language to show instead of the page's, if any. Only pages with bare addresses have this script, so only they move.
 *
 * `offered`: languages that have the page, its own first; `wished`: what the visitor chose before, then what the
 * browser prefers, best first; `inside`: the visitor follows a link of this very site (the switcher's, when nothing can be stored).
 */
export function languageFor(offered: string[], wished: string[], userAgent: string, inside: boolean): string | undefined {
  if (inside || CRAWLER.test(userAgent)) return undefined;
  const language = wished.map((code) => code.slice(0, 2).toLowerCase()).find((code) => offered.includes(code));
  if (language !== offered[0]) return language;
}
