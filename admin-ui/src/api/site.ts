import { call, readJson } from './client';
import type { SiteStatus } from './types';

/** `GET /api/site/` */
export async function getSiteStatus(): Promise<SiteStatus> {
  return readJson<SiteStatus>(await call('/api/site/'));
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
