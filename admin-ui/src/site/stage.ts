import type { SiteStatus, Trouble } from '../api/types';

/** Where the last save stands on its way to the visitors. */
export type Stage =
  | { name: 'unknown' }
  | { name: 'idle' }
  | { name: 'generating' }
  | { name: 'held' }
  | { name: 'live'; pages: number; ms: number }
  | { name: 'failed'; reasons: string[] }
  /** All that was saved is live; something else, mostly in the content, keeps the pages from being made anew. */
  | { name: 'stuck'; reasons: string[] };

/** `target` is the revision to wait for, `null` before the first save in this tab. */
export function stageOf(status: SiteStatus | null, target: number | null): Stage {
  if (!status) return { name: 'unknown' };
  const { last_build: build, last_error: error, held } = status;
  // What was saved waits for people, not for the generator; they are told, too, that the way back failed.
  if (held) return error ? { name: 'failed', reasons: reasonsOf(error) } : { name: 'held' };
  if (status.published_revision < (target ?? status.revision)) {
    return error && error.revision >= (target ?? 0) ? { name: 'failed', reasons: reasonsOf(error) } : { name: 'generating' };
  }
  if (error) return { name: 'stuck', reasons: reasonsOf(error) };
  return target === null ? { name: 'idle' } : { name: 'live', pages: build?.rendered ?? 0, ms: build?.ms ?? 0 };
}

/** One sentence for each problem: where, what, and what to do. */
function reasonsOf({ message, problems }: NonNullable<SiteStatus['last_error']>): string[] {
  if (problems.length === 0) return message.split('\n').filter((line) => line.trim() !== '');
  return problems.map((problem) => [placeOf(problem), problem.message, problem.hint].filter(Boolean).join(' – '));
}

function placeOf({ file, line }: Pick<Trouble, 'file' | 'line'>): string {
  return file && line !== null ? `${file}:${line}` : (file ?? '');
}

/** A status that was overtaken by one already known is ignored; after a restart counting begins anew. */
export function newer(known: SiteStatus | null, status: SiteStatus): SiteStatus {
  if (!known || status.revision > known.revision) return status;
  return status.revision === known.revision && status.sequence < known.sequence && status.published_revision < known.published_revision
    ? known
    : status;
}
