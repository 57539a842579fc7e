/** Pixels after which the header takes its scrolled look. */
const SCROLLED_AFTER = 20;

/** The header as it looks at this point of the page. It needs no React, so readers have it before the header is hydrated. */
export function showScroll(percent: number): void {
  document.querySelector('.header')?.classList.toggle('is-scrolled', scrollY > SCROLLED_AFTER);
  const line = document.querySelector<HTMLElement>('.header__progress');
  if (!line) return;
  line.dataset.progress = String(percent);
  line.style.setProperty('--progress', String(percent / 100)); // through the DOM the policy of the page allows it
}
