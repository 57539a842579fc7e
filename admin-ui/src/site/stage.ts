import type { SiteStatus } from '../api/site';

/** Where the last save stands on its way to the visitors. */
export type Stage =
  | { name: 'unknown' }
  | { name: 'idle' }
  | { name: 'generating' }
  | { name: 'live'; pages: number; ms: number }
  | { name: 'failed'; reason: string };

/** `target` is the revision to wait for, `null` before the first save in this tab. */
export function stageOf(status: SiteStatus | null, target: number | null): Stage {
  if (!status) return { name: 'unknown' };
  const wanted = target ?? status.revision;
  const behind = status.published_revision < wanted;
  if (behind && status.last_error) return { name: 'failed', reason: status.last_error };
  if (behind) return { name: 'generating' };
  if (target === null) return { name: 'idle' };
  return { name: 'live', pages: status.last_build?.pages ?? 0, ms: status.last_build?.ms ?? 0 };
}

/** A status that says less than one already known (an answer that was overtaken) is ignored. */
export function newer(known: SiteStatus | null, status: SiteStatus): SiteStatus {
  if (!known || status.revision > known.revision) return status;
  const older = status.revision < known.revision || status.published_revision < known.published_revision;
  return older ? known : status;
}
