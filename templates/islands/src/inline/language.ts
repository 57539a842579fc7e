import { languageFor, STORED } from './language-choice';

// In the head of every page with a bare address. The choice itself is stored by the loader (client/loader.ts). Every page is there in
// every language, also a post that has no text in it: search engines hear of translations alone, visitors find their language around the
// Azerbaijani text. The not-found page stands at many addresses and has no canonical one, and not this script.
const page = document.documentElement;

let stored = '';
try {
  stored = (localStorage[STORED] as string | undefined) ?? '';
} catch {
  // storage is refused: the browser's languages decide
}

const language = languageFor(
  (page.dataset.languages ?? '').split(' '),
  [stored, ...navigator.languages],
  navigator.userAgent,
  // Back and Forward lead to what was there, also where the browser kept no page and the choice was another one since.
  performance.navigation?.type == 2 || document.referrer.split('/')[2] === location.host,
);
if (language) {
  page.hidden = true; // no flash of the wrong language
  setTimeout(() => (page.hidden = false), 3000);
  // Of a post's address only the number counts: the words behind it are those of one language, and the number leads to the
  // other's. The match is a list of one, which reads as its text.
  location.replace(`/${language}${location.pathname.match(/\/blog\/\d+\/|.*/)}${location.search}${location.hash}`);
}
