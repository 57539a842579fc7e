import type { SiteStatus } from '../api/types';

type Deploy = NonNullable<SiteStatus['deploy']>;
export type OldPage = NonNullable<Deploy['visible']>['old'][number];

/** What visitors see of it; `unasked` where the site's public address is not set. */
export type Seen =
  | { name: 'unasked' }
  | { name: 'looking' }
  | { name: 'live'; at: string; languages: string[] }
  | { name: 'old'; languages: string[]; pages: OldPage[] };

/** Where the generated site stands on its way to the visitors; `none` when nothing is deployed by itself. */
export type Delivery =
  | { name: 'none' }
  | { name: 'uploading' }
  | { name: 'uploaded'; at: string; seen: Seen }
  | { name: 'failed'; reason: string; of?: { target: number; all: number } };

export function deliveryOf(status: SiteStatus | null): Delivery {
  const deploy = status?.deploy;
  if (!status || !deploy) return { name: 'none' };
  if (deploy.revision < status.published_revision || deploy.state === 'running') return { name: 'uploading' };
  if (deploy.state === 'failed') {
    const all = status.deployments.length;
    return { name: 'failed', reason: deploy.error ?? '', ...(all > 1 && { of: { target: deploy.target, all } }) };
  }
  return { name: 'uploaded', at: deploy.at, seen: seenOf(deploy.visible) };
}

function seenOf(visible: Deploy['visible']): Seen {
  if (!visible) return { name: 'unasked' };
  if (visible.looking) return { name: 'looking' };
  const { languages, old, at } = visible;
  return old.length === 0 ? { name: 'live', at, languages } : { name: 'old', languages, pages: old };
}

/** Whether more is about to be known of it. */
export function underWay(delivery: Delivery): boolean {
  return delivery.name === 'uploading' || (delivery.name === 'uploaded' && delivery.seen.name === 'looking');
}
