import { call } from './client';

/** One thing wrong in a content file, a template or an island. */
export interface Trouble {
  message: string;
  file: string | null;
  line: number | null;
  hint: string | null;
}

/** The generated site's state, as the server tells it. */
export interface SiteStatus {
  /** Counts saves. */
  revision: number;
  /** The last save whose pages stand. */
  published_revision: number;
  last_build: { rendered: number; ms: number } | null;
  last_error: { revision: number; message: string; problems: Trouble[] } | null;
  /** Numbers the states since the server's start. */
  sequence: number;
}

/** `GET /api/site/` */
export async function getSiteStatus(): Promise<SiteStatus> {
  return (await call('/api/site/')).json() as Promise<SiteStatus>;
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
