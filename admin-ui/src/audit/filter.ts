import { AUDIT_KINDS, type AuditFilter } from '../api/audit';
import { fromBakuField } from '../i18n/dates';

/** What the record can be filtered by, as it stands in the address. */
export const NAMES = ['person', 'kind', 'post', 'from', 'until'] as const;

/**
 * The filter of an address. Days are those of the office; the last one is meant wholly. What the fields cannot show, as a kind
 * that nobody knows, filters nothing.
 */
export function filterOf(params: URLSearchParams): AuditFilter {
  const text = (name: string) => params.get(name) ?? '';
  const day = (name: string) => (/^\d{4}-\d\d-\d\d$/.test(text(name)) ? fromBakuField(`${text(name)}T00:00`) : null);
  const last = day('until');
  return {
    person: text('person'),
    kind: AUDIT_KINDS.find((kind) => kind === text('kind')) ?? '',
    post: /^\d+$/.test(text('post')) ? text('post') : '',
    from: day('from'),
    until: last && new Date(Date.parse(last) + 24 * 3600 * 1000).toISOString(),
  };
}
