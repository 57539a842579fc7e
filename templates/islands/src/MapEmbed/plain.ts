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
    // What arrives in a frame takes away the focus that is in it: until then the keyboard passes it by.
    frame.tabIndex = -1;
    frame.addEventListener('load', () => frame.removeAttribute('tabindex'));
    box.append(frame);
    // A frame of another process does not match `:focus` while the focus is in it (WCAG 2.4.7); the window is told of it alone.
    addEventListener('blur', () => box.toggleAttribute('data-focused', document.activeElement === frame));
    addEventListener('focus', () => box.removeAttribute('data-focused'));
  });
}
