import { icon } from '../plain/icon';
import { one } from '../plain/props';
import { whenSeen } from '../plain/seen';
import { REDUCED_MOTION } from '../plain/wishes';
import type { PageVideoProps } from './props';

/**
 * A looping background: fetched behind the page itself, only where it is seen for a while and neither the visitor has asked for less
 * nor the line is slow. It is most of a page's bytes.
 */
export function start(element: HTMLElement, props: PageVideoProps): void {
  const box = one(element, '.page-video');
  const still = matchMedia(REDUCED_MOTION);
  const show = () => (still.matches || sparesData() ? stand(box) : move(box, props));
  const go = () => {
    show();
    still.addEventListener('change', show);
  };
  // Seen, and seen 300 ms later: who only comes through fetches none.
  const look = () => whenSeen(box, '0px', () => void setTimeout(whenSeen, 300, box, '0px', go));
  if (document.readyState === 'complete') look();
  else addEventListener('load', look);
}

/** The save-data wish, or a line that the browser itself takes for slower than 4G (where it tells of them: in Chromium). */
function sparesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData || /[23]g/.test(String(connection?.effectiveType)) || matchMedia('(prefers-reduced-data: reduce)').matches;
}

/** A new element each time: sources that come later do not start an old one. */
function renew(box: HTMLElement): HTMLVideoElement {
  const old = one<HTMLVideoElement>(box, 'video');
  const video = old.cloneNode() as HTMLVideoElement;
  old.pause();
  old.replaceWith(video);
  box.querySelector('button')?.remove();
  return video;
}

function stand(box: HTMLElement): void {
  if (box.querySelector('button')) renew(box).autoplay = false;
}

function move(box: HTMLElement, { webm, mp4, words }: PageVideoProps): void {
  const video = renew(box);
  const button = document.createElement('button');
  let playing = false;
  const tell = (now: boolean) => {
    playing = now;
    button.setAttribute('aria-label', playing ? words.pause : words.play);
    button.innerHTML = icon(playing ? 'pause' : 'play');
  };
  button.type = 'button';
  button.className = 'page-video__toggle';
  button.addEventListener('click', () => {
    if (playing) video.pause();
    else video.play().catch(() => tell(false)); // refused (a phone that saves power), or paused meanwhile
  });
  video.addEventListener('play', () => tell(true));
  video.addEventListener('pause', () => tell(false));
  tell(false);
  Object.assign(video, { muted: true, loop: true, playsInline: true, autoplay: true }); // a browser plays only what is mute by itself
  const films = [
    [webm, 'video/webm'],
    [mp4, 'video/mp4'],
  ].map(([src, type]) => Object.assign(document.createElement('source'), { src, type }));
  // Where neither comes there is nothing to pause or to play.
  films.at(-1)?.addEventListener('error', () => {
    if (video.isConnected) stand(box);
  });
  video.append(...films);
  box.append(button);
}
