import { icon } from '../plain/icon';
import { one } from '../plain/props';
import { followContents } from './contents';

/** What a post has beside its text: the device's own dialog for sharing, where there is one, and contents that follow the reading. */
export function start(element: HTMLElement): (() => void) | undefined {
  const button = one<HTMLButtonElement>(element, 'button');
  if ('share' in navigator) {
    button.insertAdjacentHTML('afterbegin', icon('share'));
    button.addEventListener('click', share);
    button.hidden = false;
  }
  const contents = document.querySelector('.contents');
  return contents ? followContents(contents) : undefined;
}

function share() {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href;
  const title = document.querySelector('h1')?.textContent ?? document.title;
  // Whoever closes the dialog has changed his mind: nothing to say.
  navigator.share({ title, url }).catch(() => {});
}
