export interface Missing {
  lang: string;
  kind: 'page' | 'post';
  /** The service that is asked for; the page says which one answers for those that there are not. */
  service?: string;
}

/** The languages of the site, as the page says them; templates of before 0.2 say nothing. */
export const languagesOf = ({ dataset }: HTMLElement): string[] => (dataset.languages ?? 'az en ru').split(' ');

/** Where a table of old addresses (`redirects.json`) leads from a path. */
export function movedTo(table: Record<string, string>, path: string): string | undefined {
  const name = path.replace(/\/+$/, '');
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The language of a path. `languages`: those of the site, the one with the bare addresses first. */
export function languageOf(path: string, [bare = '', ...others]: string[]): string {
  return others.find((code) => code === path.split('/')[1]) ?? bare;
}

/** What a missing path is, by its look. */
export function missing(path: string, languages: string[]): Missing {
  const lang = languageOf(path, languages);
  const prefix = lang === languages[0] ? '' : `/${lang}`;
  const [, section, id] = path.slice(prefix.length).split('/');
  if (section === 'services' && id) return { lang, kind: 'page', service: id };
  if (section === 'blog' && id && !/^(page|category|author|archive)$/.test(id)) return { lang, kind: 'post' };
  return { lang, kind: 'page' };
}
