import type { Translate } from '../i18n/translate';
import { firstTitle, type ListedPost, type Outcome } from '../api/types';
import { reasonsOf } from '../life/state-badge';

const KNOWN = ['not-found', 'changed', 'featured-taken', 'forbidden', 'unavailable'] as const;

/** Why nothing was done to a post, in words. */
export function reasonOf(t: Translate, { problem }: Outcome): string {
  const code = problem?.type.replace('urn:problem:', '');
  const errors = problem?.errors ?? {};
  if (code === 'unfit' && Object.keys(errors).length > 0) return reasonsOf(t, errors);
  const known = KNOWN.find((name) => name === code);
  return t(`finding.why_${known ?? 'unknown'}`);
}

/** What a post is called, in whatever language it has a title. */
export function nameOf(post: ListedPost): string {
  return firstTitle(post) || `№ ${post.id}`;
}
