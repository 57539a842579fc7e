import { keepLanguage } from '../Header/language-links';
import { showScroll } from '../Header/scroll-look';
import { icon } from '../plain/icon';
import { one } from '../plain/props';
import { followScroll, scrollPercentage } from '../plain/scroll';
import { REDUCED_MOTION } from '../plain/wishes';

/** Pixels of scrolling after which the button appears. */
const SHOWN_AFTER = 300;
const RADIUS = 22;
const ROUND = Math.round(2 * Math.PI * RADIUS);

const RING = `<svg class="scroll-top__ring" viewBox="0 0 48 48" width="48" height="48" fill="none" aria-hidden="true">
<circle cx="24" cy="24" r="${RADIUS}"/><circle class="scroll-top__progress" cx="24" cy="24" r="${RADIUS}" stroke-dasharray="${ROUND}"/></svg>`;

/** What every page needs before anybody touches it: this button, the header's look as far as it follows the scrolling, and its language links. */
export function start(element: HTMLElement): () => void {
  const button = one<HTMLButtonElement>(element, 'button');
  button.innerHTML = RING + icon('arrow-up');
  button.addEventListener('click', toTop);
  keepLanguage();
  const progress = one(button, '.scroll-top__progress');
  const show = () => {
    const percent = scrollPercentage();
    const shown = scrollY > SHOWN_AFTER || document.activeElement === button; // the focus would be nowhere
    button.classList.toggle('is-shown', shown);
    button.toggleAttribute('inert', !shown);
    button.dataset.progress = String(percent);
    progress.setAttribute('stroke-dashoffset', String(Math.round(ROUND * (1 - percent / 100))));
    showScroll(percent);
  };
  button.addEventListener('blur', show);
  return followScroll(show);
}

function toTop() {
  scrollTo({ top: 0, behavior: matchMedia(REDUCED_MOTION).matches ? 'instant' : 'smooth' });
  // The button is about to vanish; the keyboard goes on from the top of the page as well.
  document.querySelector<HTMLElement>('header:not([hidden]) a')?.focus({ preventScroll: true });
}
