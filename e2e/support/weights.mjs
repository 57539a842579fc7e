// What a page weighs: its HTML beside its own text, and the scripts and styles that come before the visitor has touched anything.
import { brotliCompressSync } from 'node:zlib';
import { load } from 'cheerio';
import { languages, prefix } from './site.mjs';

/** Every kind of page, by the file of its first language. A post with related ones and a picture stands for posts. */
export const kinds = {
  home: 'index.html',
  about: 'about/index.html',
  services: 'services/index.html',
  service: 'services/tax-legal/index.html',
  'blog list': 'blog/index.html',
  post: 'blog/1/index.html',
  contact: 'contact/index.html',
  faq: 'faq/index.html',
  terms: 'terms/index.html',
  'not found': '404.html',
};

/** Triggers that need no gesture of the visitor: scrolling is none, so what comes into view counts. */
const UNTOUCHED = /^(load|idle|visible|media)/;

const size = (text) => Buffer.byteLength(text);
const known = new Map(); // many pages have the same files
const brotli = (text) => known.get(text) ?? known.set(text, brotliCompressSync(Buffer.from(text)).length).get(text);
const local = (url) => url.replace(/^\//, '');

/** A page without its own text: of a post what its author wrote and the contents made of it, of any other page the words of `<main>`. */
function bare(html) {
  const $ = load(html, { sourceCodeLocationInfo: true }, true);
  const own = [];
  const take = (node) => {
    if (node.type === 'text') own.push([node.sourceCodeLocation.startOffset, node.sourceCodeLocation.endOffset]);
    else if (!['script', 'style', 'svg', 'template'].includes(node.name)) node.children?.forEach(take);
  };
  const written = $('.prose, .post__title, .post__excerpt, .contents ol');
  if (written.length === 0) take($('main')[0]);
  for (const {
    sourceCodeLocation: { startTag, endTag },
  } of written.get())
    own.push([startTag.endOffset, endTag.startOffset]);
  return own.sort((a, b) => b[0] - a[0]).reduce((text, [from, to]) => text.slice(0, from) + text.slice(to), html);
}

/** A module and everything it imports, statically. */
export function closure(site, file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, name] of site.read(file).matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)) closure(site, `assets/${name}`, seen);
  return seen;
}

/** Bytes of a page. `script`: modules and inline scripts before any gesture, as brotli; `style`: likewise. */
export function weigh(site, file) {
  const html = site.read(file);
  const $ = load(html);
  const page = bare(html);
  const modules = new Set();
  const islands = $('[data-src]').filter((_, island) => UNTOUCHED.test($(island).attr('data-hydrate')));
  for (const url of [
    ...$('script[src]').map((_, script) => $(script).attr('src')),
    ...islands.map((_, island) => $(island).attr('data-src')),
  ])
    closure(site, local(url), modules);
  const inline = $('script:not([src]):not([type])')
    .map((_, script) => brotli($(script).html()))
    .get();
  const sum = (all) => all.reduce((total, bytes) => total + bytes, 0);
  return {
    html: size(html),
    raw: size(page),
    brotli: brotli(page),
    script: sum([...inline, ...[...modules].map((name) => brotli(site.read(name)))]),
    style: sum(
      $('link[rel=stylesheet]')
        .map((_, link) => brotli(site.read(local($(link).attr('href')))))
        .get(),
    ),
  };
}

/** The heaviest of the three languages of each kind, in each figure. */
export function weights(site) {
  const figures = Object.entries(kinds).map(([kind, file]) => {
    const files = file === '404.html' ? [file] : languages.map((lang) => `${prefix[lang]}/${file}`.slice(1));
    const all = files.map((name) => weigh(site, name));
    return [kind, Object.fromEntries(Object.keys(all[0]).map((figure) => [figure, Math.max(...all.map((one) => one[figure]))]))];
  });
  return Object.fromEntries(figures);
}
