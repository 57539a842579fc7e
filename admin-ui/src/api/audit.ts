import { authorisedCall, readJson } from './client';
import type { AuditEntry, AuditKind } from './types';

const AUDIT = '/api/audit/';

/** Everything that can be in the record, in the order in which it is offered; none can be forgotten. */
const OFFERED = {
  signed_in: true,
  sign_in_failed: true,
  signed_out: true,
  session_ended: true,
  sign_in_revoked: true,
  sessions_ended: true,
  password_changed: true,
  second_step_on: true,
  second_step_off: true,
  second_step_reset: true,
  recovery_codes_renewed: true,
  recovery_code_used: true,
  post_created: true,
  post_saved: true,
  draft_created: true,
  draft_saved: true,
  draft_discarded: true,
  revision_restored: true,
  translation_settled: true,
  approval_asked: true,
  approval_withdrawn: true,
  approval_returned: true,
  post_published: true,
  post_unpublished: true,
  plan_made: true,
  plan_cancelled: true,
  plan_done: true,
  post_deleted: true,
  post_restored: true,
  post_forgotten: true,
  redirect_set: true,
  redirect_removed: true,
  link_made: true,
  links_revoked: true,
  picture_stored: true,
  picture_described: true,
  picture_replaced: true,
  picture_deleted: true,
  message_handled: true,
  message_deleted: true,
  user_added: true,
  user_changed: true,
  user_removed: true,
  invited: true,
  invitation_removed: true,
  invitation_accepted: true,
  token_made: true,
  token_revoked: true,
  webhook_added: true,
  webhook_removed: true,
  webhook_disabled: true,
  deployed: true,
  deploy_failed: true,
  release_restored: true,
  publishing_resumed: true,
} satisfies Record<AuditKind, true>;
export const AUDIT_KINDS = Object.keys(OFFERED) as AuditKind[];

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

/** The same as a table, whole; it begins with the mark by which Excel knows UTF-8. */
export async function downloadAudit(filter: AuditFilter): Promise<Blob> {
  const query = queryOf(filter);
  query.set('format', 'csv');
  const answer = await authorisedCall(`${AUDIT}?${query}`, { headers: { Accept: 'text/csv' } });
  return new Blob(['\ufeff', await answer.blob()], { type: 'text/csv' });
}

function queryOf(filter: AuditFilter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter((pair): pair is [string, string] => Boolean(pair[1])));
}
