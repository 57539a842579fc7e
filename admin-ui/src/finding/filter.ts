import { type Category, LANGUAGES, type Language } from '../api/types';
import { fromBakuField } from '../i18n/dates';

export type CategoryFilter = Category | 'all';

export type StateFilter = 'any' | 'draft' | 'published' | 'changed' | 'scheduled';
export const STATE_FILTERS: readonly StateFilter[] = ['any', 'draft', 'published', 'changed', 'scheduled'];

export const SORTS = ['date', '-edited', 'title', 'author'] as const;
/** Empty: the newest first, with the featured post in front. */
export type Sort = (typeof SORTS)[number] | '';

/** What is missing: a translation that is out of date, or the text of a language. */
export const GAPS = ['stale', ...LANGUAGES] as const;
export type Gap = (typeof GAPS)[number] | '';

/** What the list shows, as it stands in the address of the page. */
export interface Filter {
  q: string;
  category: CategoryFilter;
  state: StateFilter;
  language: Language | '';
  gap: Gap;
  author: string;
  /** Days of the office, the last one wholly. */
  from: string;
  until: string;
  sort: Sort;
  page: number;
}

export const NOTHING: Filter = {
  q: '',
  category: 'all',
  state: 'any',
  language: '',
  gap: '',
  author: '',
  from: '',
  until: '',
  sort: '',
  page: 1,
};

function oneOf<T extends string, D>(known: readonly T[], value: string | null, otherwise: D): T | D {
  return known.find((option) => option === value) ?? otherwise;
}

/** Which there are, the server knows. */
const CATEGORY = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The filter of an address; what makes no sense in it is as if it were not there. */
export function filterOf(params: URLSearchParams): Filter {
  const day = (name: string) => (DAY.test(params.get(name) ?? '') ? (params.get(name) ?? '') : '');
  return {
    q: (params.get('q') ?? '').slice(0, 200),
    category: CATEGORY.test(params.get('category') ?? '') ? (params.get('category') ?? 'all') : 'all',
    state: oneOf(STATE_FILTERS, params.get('state'), 'any'),
    language: oneOf(LANGUAGES, params.get('language'), ''),
    gap: oneOf(GAPS, params.get('missing'), ''),
    author: params.get('author') ?? '',
    from: day('from'),
    until: day('until'),
    sort: oneOf(SORTS, params.get('sort'), ''),
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
  };
}

/** The address of a filter: only what is not as usual stands in it. */
export function paramsOf(filter: Filter): URLSearchParams {
  const { gap, page, category, state, ...rest } = filter;
  const all = {
    ...rest,
    category: category === 'all' ? '' : category,
    state: state === 'any' ? '' : state,
    missing: gap,
    page: page > 1 ? String(page) : '',
  };
  return new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ''));
}

/** What is behind the button "Filters". */
export function filtersSet({ language, gap, author, from, until }: Filter): number {
  return [language, gap, author, from, until].filter((value) => value !== '').length;
}

/** Whether the server has to look: category and state alone are cards that are here already. */
export function asksServer(filter: Filter): boolean {
  return filter.q.trim() !== '' || filter.sort !== '' || filtersSet(filter) > 0;
}

/** What the API is asked for. */
export function queryOf({ q, category, state, language, gap, author, from, until, sort }: Filter): Record<string, string | null> {
  const start = (day: string) => (day === '' ? null : fromBakuField(`${day}T00:00`));
  const last = start(until);
  return {
    q: q.trim(),
    category: category === 'all' ? null : category,
    state: state === 'any' ? null : state,
    language,
    missing: gap === 'stale' ? null : gap,
    stale: gap === 'stale' ? 'true' : null,
    author,
    from: start(from),
    until: last && new Date(Date.parse(last) + 24 * 3600 * 1000).toISOString(),
    sort,
  };
}
