import { missing } from './not-found-rule';

const { lang, kind, move } = missing(location.pathname);
if (move) location.replace(move + location.search + location.hash);

document.documentElement.lang = lang;
for (const block of document.querySelectorAll<HTMLElement>('[data-not-found]')) {
  block.hidden = block.dataset.notFound !== lang;
  let title = block.dataset.title;
  for (const part of block.querySelectorAll<HTMLElement>('[data-kind]')) {
    part.hidden = part.dataset.kind !== kind;
    if (!part.hidden) title = part.dataset.title ?? title;
  }
  if (!block.hidden && title) document.title = title;
}
