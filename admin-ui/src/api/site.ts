import { authorisedCall, call, readJson } from './client';
import type { CategoryName, SiteStatus } from './types';

/** `GET /api/site/` */
export async function getSiteStatus(): Promise<SiteStatus> {
  return readJson<SiteStatus>(await call('/api/site/'));
}

/** `GET /api/blog/categories/`: the services of the firm, in the order of the site's menus. */
export async function readCategories(): Promise<CategoryName[]> {
  return readJson(await authorisedCall('/api/blog/categories/'));
}

/** `GET /api/site/events/`: calls back with each status; the answer stops it. */
export function openSiteEvents(onStatus: (status: SiteStatus) => void, onConnection: (open: boolean) => void): () => void {
  if (typeof EventSource === 'undefined') return () => undefined;
  const source = new EventSource('/api/site/events/');
  const receive = ({ data }: MessageEvent<string>) => {
    onStatus(JSON.parse(data) as SiteStatus);
  };
  source.addEventListener('site', receive);
  source.addEventListener('open', () => {
    onConnection(true);
  });
  source.addEventListener('error', () => {
    onConnection(false);
  });
  return () => {
    source.close();
  };
}
