import { authorisedCall, readJson } from './client';
import type { AuditEntry, AuditKind } from './types';

const AUDIT = '/api/audit/';

/** Everything that can be in the record, in the order in which it is offered. */
export const AUDIT_KINDS = [
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'session_ended',
  'sessions_ended',
  'password_changed',
  'post_created',
  'post_saved',
  'draft_created',
  'draft_saved',
  'draft_discarded',
  'revision_restored',
  'translation_settled',
  'post_published',
  'post_unpublished',
  'plan_made',
  'plan_cancelled',
  'plan_done',
  'post_deleted',
  'post_restored',
  'post_forgotten',
  'redirect_set',
  'redirect_removed',
  'link_made',
  'links_revoked',
  'picture_stored',
  'picture_described',
  'picture_replaced',
  'picture_deleted',
  'message_handled',
  'message_deleted',
  'user_added',
  'user_changed',
  'user_removed',
  'invited',
  'invitation_removed',
  'invitation_accepted',
  'token_made',
  'token_revoked',
  'webhook_added',
  'webhook_removed',
  'webhook_disabled',
  'deployed',
  'deploy_failed',
  'release_restored',
  'publishing_resumed',
] as const satisfies readonly AuditKind[];

/** Which entries; what is empty does not matter. */
export interface AuditFilter {
  person: string;
  kind: string;
  post: string;
  from: string | null;
  until: string | null;
}

export interface AuditPage {
  entries: AuditEntry[];
  /** On all pages together. */
  total: number;
}

export async function listAudit(filter: AuditFilter, page: number, size: number): Promise<AuditPage> {
  const query = queryOf(filter);
  query.set('page', String(page));
  query.set('page_size', String(size));
  const answer = await authorisedCall(`${AUDIT}?${query}`);
  return { entries: await readJson(answer), total: Number(answer.headers.get('X-Total-Count') ?? 0) };
}

/** The same as a table, the newest 50,000; it begins with the mark by which Excel knows UTF-8. */
export async function downloadAudit(filter: AuditFilter): Promise<Blob> {
  const query = queryOf(filter);
  query.set('format', 'csv');
  const answer = await authorisedCall(`${AUDIT}?${query}`, { headers: { Accept: 'text/csv' } });
  return new Blob(['\ufeff', await answer.blob()], { type: 'text/csv' });
}

function queryOf(filter: AuditFilter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter((pair): pair is [string, string] => Boolean(pair[1])));
}
