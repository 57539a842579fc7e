import { one } from '../plain/props';
import { whenSeen } from '../plain/seen';
import type { MapEmbedProps } from './props';

/** The only foreign content of the site: fetched when it is about to be seen. */
export function start(element: HTMLElement, { embed_url, title }: MapEmbedProps): void {
  const box = one(element, '.map-embed__frame');
  whenSeen(box, '200px', () => {
    const frame = document.createElement('iframe');
    frame.title = title;
    frame.referrerPolicy = 'no-referrer';
    frame.allowFullscreen = true;
    frame.src = embed_url;
    box.append(frame);
  });
}
