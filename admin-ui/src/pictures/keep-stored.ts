import { isAboutContent } from '../api/errors';
import { uploadPicture } from '../api/media';
import { findStored, keepPicture } from './local-pictures';
import { uploads } from './uploads';

/** The server collects what no saved text uses after a week; pictures younger than this are certainly there. */
const FRESH = 24 * 3600 * 1000;

/**
 * Sends the pictures of an entry again that were stored long ago: while the server has them their time begins anew, and
 * what it has collected comes back. Answers the addresses that became other ones.
 */
export async function keepStored(urls: ReadonlySet<string>, signal: AbortSignal, now = Date.now()): Promise<ReadonlyMap<string, string>> {
  const moved = new Map<string, string>();
  if (urls.size === 0) return moved;
  const kept = await findStored(urls).catch(() => []);
  for (const picture of kept.filter(({ keptAt }) => now - keptAt > FRESH)) {
    const url = await sendAgain(picture.blob, signal);
    if (url === null) continue;
    await keepPicture({ ...picture, url, keptAt: now }).catch(console.warn);
    if (!picture.url || url === picture.url) continue;
    moved.set(picture.url, url);
    uploads.moved(picture.url, url);
  }
  return moved;
}

/** Without an address when the server does not take what it took before: then all hope is that it still has it. */
async function sendAgain(picture: Blob, signal: AbortSignal): Promise<string | null> {
  try {
    return (await uploadPicture(picture, { signal, onProgress: () => undefined })).url;
  } catch (error) {
    if (isAboutContent(error)) return null;
    throw error;
  }
}
