import { STORED } from '../inline/language-choice';

// Finds the islands of the page and fetches their code when their trigger fires. Budget: 1.5 KB.
type Mount = { default: (element: HTMLElement) => Promise<void> };

/** The button that was clicked last of each island that is not alive yet, or the search that was typed into: its click is repeated. */
const waiting = new Map<HTMLElement, HTMLElement | undefined>();

async function start(island: HTMLElement, clicked?: HTMLElement | null | false) {
  if (!waiting.has(island)) return;
  const { dataset } = island;
  if (clicked) waiting.set(island, clicked);
  // What did not come is asked for again by a button or a search that wants it, at another address: a browser remembers which failed.
  if (dataset.loading == '' || (dataset.failed == '' && !clicked)) return;
  delete dataset.failed;
  dataset.loading = '';
  const load = (address: string): Promise<Mount> => import(/* @vite-ignore */ address);
  try {
    await (await load(dataset.src as string).catch(() => load((dataset.src += '?')))).default(island);
    const last = waiting.get(island);
    waiting.delete(island);
    island.querySelector(':focus')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    last?.click();
  } catch {
    dataset.failed = '';
  }
  delete dataset.loading;
}

// What a visitor does inside an island that is not alive yet (or in what wakes it) starts it. Links, <summary> and fields
// work by themselves; a button needs its island, so its click is kept and repeated. A link that chooses the language is
// remembered by the click itself, also where no island is alive yet (Header/language-links.ts does the rest).
for (const type of ['click', 'auxclick', 'focusin', 'pointerover', 'keydown']) {
  addEventListener(
    type,
    (event) => {
      const target = event.target as Element;
      const chosen = type.endsWith('click') && target.closest?.<HTMLElement>('[data-lang-choice]')?.dataset.langChoice;
      try {
        if (chosen) localStorage[STORED] = chosen;
      } catch {
        // storage is refused: the referrer tells that the visitor comes from inside
      }
      const near = target.closest?.<HTMLElement>('[data-island],[data-wakes]');
      const wakes = near?.dataset.wakes;
      const island = wakes ? document.querySelector<HTMLElement>(`[data-island=${wakes}]`) : near;
      if (!island || !waiting.has(island)) return;
      const button = type == 'click' && target.closest('button');
      if (button) {
        event.preventDefault();
        event.stopPropagation(); // React, which may listen already, would act on it as well as on its repetition
      }
      void start(island, button || (type == 'keydown' && target.closest<HTMLElement>('[type=search]')));
    },
    true,
  );
}

const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) {
        seen.unobserve(target);
        void start(target as HTMLElement);
      }
    }
  },
  { rootMargin: '200px' },
);

for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
  const when = island.dataset.hydrate as string;
  const go = () => {
    void start(island);
  };
  waiting.set(island, undefined);
  if (when == 'visible') seen.observe(island);
  else if (when == 'idle') (self.requestIdleCallback ?? setTimeout)(go);
  else if (when.startsWith('media')) {
    const media = matchMedia(when.slice(5));
    if (media.matches) go();
    else media.addEventListener('change', go);
  } else if (when.startsWith('query')) {
    const asked = () => {
      if (new URLSearchParams(location.search).get(when.slice(6, -1))?.trim()) go();
    };
    asked();
    addEventListener('popstate', asked);
  } else if (when != 'interaction') go();
}
