import { icon } from '../plain/icon';
import { one } from '../plain/props';
import { whenSeen } from '../plain/seen';
import { REDUCED_MOTION, savesData } from '../plain/wishes';
import type { PageVideoProps } from './props';

/** A looping background: fetched only where it is seen and the visitor has not asked for less. */
export function start(element: HTMLElement, props: PageVideoProps): void {
  const box = one(element, '.page-video');
  const still = matchMedia(REDUCED_MOTION);
  const show = () => (still.matches || savesData() ? stand(box) : move(box, props));
  whenSeen(box, '0px', () => {
    show();
    still.addEventListener('change', show);
  });
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
  const films = [[webm, 'video/webm'], [mp4, 'video/mp4']].map(([src, type]) => Object.assign(document.createElement('source'), { src, type }));
  // Where neither comes there is nothing to pause or to play.
  films.at(-1)?.addEventListener('error', () => { if (video.isConnected) stand(box); });
  video.append(...films);
  box.append(button);
}
