// The rule of the language choice (design.md, "Language choice"), apart from the page it is applied to.
export const STORED = 'i18nextLng';
const CRAWLER = /bot|crawl|spider|slurp|preview|facebookexternalhit|lighthouse|embedly|validator/i;

export interface Visit {
  /** Language of the page. */
  page: string;
  /** Languages that have this page. */
  offered: string[];
  /** What the visitor chose before, if anything. */
  stored: string | null;
  /** What the browser prefers, best first. */
  browser: readonly string[];
  userAgent: string;
  /** The visitor follows a link of this very site (the switcher's, when nothing can be stored). */
  inside: boolean;
}

/** The language to show instead of the page's, if any. Only az pages have bare addresses, so only they move. */
export function languageFor({ page, offered, stored, browser, userAgent, inside }: Visit): string | undefined {
  if (page !== 'az' || inside || CRAWLER.test(userAgent)) return undefined;
  const wished = [stored ?? '', ...browser].map((code) => code.slice(0, 2).toLowerCase());
  const language = wished.find((code) => offered.includes(code));
  return language === page ? undefined : language;
}
