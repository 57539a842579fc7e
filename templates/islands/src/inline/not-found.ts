import { languagesOf, missing, movedTo } from './not-found-rule';

const { lang, kind, service } = missing(location.pathname, languagesOf(document.documentElement));
let instead: string | undefined;
// Where a host knows no rules, this page leads on: first from an old address, as the rules do.
void fetch('/redirects.json')
  .then((answer) => answer.json())
  .then((table: Record<string, string>) => movedTo(table, decodeURI(location.pathname)))
  .catch(() => undefined)
  .then((to) => {
    const end = to ?? (service && instead && !instead.endsWith(`/${service}/`) && instead);
    // What the visitor brought along goes with them; an address of another site stays as someone wrote it.
    if (end) location.replace(end.startsWith('/') ? end + location.search + location.hash : end);
  });

document.documentElement.lang = lang;
for (const block of document.querySelectorAll<HTMLElement>('[data-not-found]')) {
  block.hidden = block.dataset.notFound !== lang;
  let title = block.dataset.title;
  for (const part of block.querySelectorAll<HTMLElement>('[data-kind]')) {
    part.hidden = part.dataset.kind !== kind;
    if (!part.hidden) title = part.dataset.title ?? title;
  }
  if (block.hidden) continue;
  instead ??= block.dataset.service;
  if (title) document.title = title;
  translate(block.dataset);
}

/** Words of parts that are there once for all languages; the block of the language that the file begins with has none. */
function translate({ skip, top, pause, play }: DOMStringMap) {
  if (!skip) return;
  const one = (selector: string) => document.querySelector(selector) as HTMLElement;
  one('.skip-link').textContent = skip;
  one('.scroll-top').setAttribute('aria-label', top as string);
  const props = one('[data-island=PageVideo] + script'); // read when the video comes to life, after this
  props.textContent = JSON.stringify({ ...JSON.parse(props.textContent), words: { pause, play } });
}
