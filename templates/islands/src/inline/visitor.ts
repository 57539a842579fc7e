import { STORED } from './language-choice';

// What `languageFor` asks of a visitor.
let stored = '';
try {
  stored = (localStorage[STORED] as string | undefined) ?? '';
} catch {
  // storage is refused: the browser's languages decide
}

export const wished = [stored, ...navigator.languages];
export const inside = document.referrer.split('/')[2] === location.host;
