export interface Missing {
  lang: 'az' | 'en' | 'ru';
  kind: 'page' | 'post';
  /** Where this address is answered instead. */
  move?: string;
}

/** Where a table of old addresses (`redirects.json`) leads from a path. */
export function movedTo(table: Record<string, string>, path: string): string | undefined {
  const name = path.replace(/\/+$/, '');
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** What a missing path is, by its look. */
export function missing(path: string): Missing {
  const [, prefix = '', lang = 'az', section, id] = /^((?:\/(en|ru)(?=\/|$))?)(?:\/([^/]+))?(?:\/([^/]+))?/.exec(path) ?? [];
  const base: Missing = { lang: lang as Missing['lang'], kind: 'page' };
  if (section === 'services' && id && id !== 'audit') return { ...base, move: `${prefix}/services/audit/` };
  if (section === 'blog' && id && id !== 'page' && id !== 'category') return { ...base, kind: 'post' };
  return base;
}
