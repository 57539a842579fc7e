import { languageFor, STORED } from './language-choice';

// In the head of every page with a bare address. The choice itself is stored by the switcher (Header/language-links.ts).
const page = document.documentElement;

// Canonical addresses name the public host; here only the path counts.
const path = (lang: string) => {
  const link = document.querySelector<HTMLLinkElement>(`link[rel=alternate][hreflang=${lang}]`);
  return link && new URL(link.href).pathname;
};

let stored = '';
try {
  stored = localStorage.getItem(STORED) ?? '';
} catch {
  // storage is refused: the browser's languages decide
}

const language = languageFor(
  page.lang, ['az', 'en', 'ru'].filter(path), [stored, ...navigator.languages],
  navigator.userAgent, document.referrer.startsWith(`${location.origin}/`),
);
const target = language && path(language);
// The not-found page stands at many addresses and none of them is its own: it speaks the path's language.
if (target && page.dataset.kind !== 'not_found') {
  page.hidden = true; // no flash of the wrong language
  setTimeout(() => { page.hidden = false; }, 3000);
  location.replace(target + location.search + location.hash);
}
