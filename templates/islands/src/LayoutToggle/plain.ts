import { LAYOUT_KEY, showLayout, type Layout } from '../plain/layout-memory';

const LAYOUTS: Layout[] = ['card', 'wide']; // in the order of the buttons

/** The buttons show and change the layout of the page; an inline script has set a remembered one. */
export function start(element: HTMLElement): void {
  const buttons = [...element.querySelectorAll('button')];
  const show = () => {
    const wide = document.documentElement.dataset.blogLayout === 'wide';
    buttons.forEach((button, index) => button.setAttribute('aria-pressed', String((LAYOUTS[index] === 'wide') === wide)));
  };
  buttons.forEach((button, index) =>
    button.addEventListener('click', () => {
      choose(LAYOUTS[index] ?? 'card');
      show();
    }),
  );
  show();
}

function choose(layout: Layout): void {
  showLayout(layout);
  try {
    localStorage.setItem(LAYOUT_KEY, layout);
  } catch {
    // not remembered, but shown
  }
}
