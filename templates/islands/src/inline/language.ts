import { languageFor, STORED } from './language-choice';

// In the head of every page with a bare address. The choice itself is stored by the loader (client/loader.ts).
const page = document.documentElement;

// Every page is there in every language, also a post that has no text in it: search engines hear of translations alone, visitors
// find their language around the Azerbaijani text. The not-found page stands at many addresses and has none of its own.
const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]');

let stored = '';
try {
  stored = localStorage.getItem(STORED) ?? '';
} catch {
  // storage is refused: the browser's languages decide
}

const language = languageFor(
  canonical ? (page.dataset.languages ?? '').split(' ') : [], [stored, ...navigator.languages],
  navigator.userAgent, document.referrer.startsWith(`${location.origin}/`),
);
if (canonical && language) {
  page.hidden = true; // no flash of the wrong language
  setTimeout(() => { page.hidden = false; }, 3000);
  // Canonical addresses name the public host; here only the path counts.
  location.replace(`/${language}${new URL(canonical.href).pathname}${location.search}${location.hash}`);
}
