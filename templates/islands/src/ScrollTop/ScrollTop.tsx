import { Icon } from '../shared/Icon';
import { REDUCED_MOTION } from '../shared/media';
import { useScrolledPast, useScrollProgress } from '../shared/scroll';
import { classes } from '../shared/text';
import type { ScrollTopProps } from './props';

/** Pixels of scrolling after which the button appears. */
const SHOWN_AFTER = 300;
const RADIUS = 22;
const ROUND = Math.round(2 * Math.PI * RADIUS);

export function ScrollTop({ label }: ScrollTopProps) {
  const shown = useScrolledPast(SHOWN_AFTER);
  const percent = useScrollProgress();
  const toTop = () => {
    const behavior = matchMedia(REDUCED_MOTION).matches ? 'instant' : 'smooth';
    scrollTo({ top: 0, behavior });
    // The button is about to vanish; the keyboard goes on from the top of the page as well.
    document.querySelector<HTMLElement>('header a')?.focus({ preventScroll: true });
  };
  return (
    <button type="button" className={classes('scroll-top', shown && 'is-shown')} aria-label={label}
      inert={!shown} data-progress={percent} onClick={toTop}>
      <svg className="scroll-top__ring" viewBox="0 0 48 48" width="48" height="48" fill="none" aria-hidden="true">
        <circle cx="24" cy="24" r={RADIUS} />
        <circle className="scroll-top__progress" cx="24" cy="24" r={RADIUS}
          strokeDasharray={ROUND} strokeDashoffset={Math.round(ROUND * (1 - percent / 100))} />
      </svg>
      <Icon name="arrow-up" />
    </button>
  );
}
