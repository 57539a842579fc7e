// What the admin's first views load, by the built files: what the entry and each screen import statically, and the texts of one language.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../admin-ui/dist/', import.meta.url));
const assets = readdirSync(`${dist}assets`);
const read = (name) => readFileSync(`${dist}${name}`);
/** `posts-page` -> `assets/posts-page-HASH.js` */
const built = (name, kind) =>
  assets
    .filter((file) => file.startsWith(`${name}-`) && /^[\w-]{6}\./.test(file.slice(name.length + 1)) && file.endsWith(kind))
    .map((file) => `assets/${file}`);

/** A module and everything that it imports statically. */
function closure(file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, name] of read(file)
    .toString()
    .matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
    closure(`assets/${name}`, seen);
  return seen;
}

/** What `screens` (names of chunks) need besides the page itself: their scripts, the styles that belong to these, and texts. */
export function filesOf(screens, language) {
  const html = read('index.html').toString();
  const own = [...html.matchAll(/(?:src|href)="\/admin\/([^"]+\.(?:js|css))"/g)].map(([, file]) => file);
  const wanted = new Set(own.filter((file) => !file.startsWith('assets/') || file.endsWith('.css')));
  for (const file of own.filter((name) => /^assets\/.*\.js$/.test(name))) closure(file, wanted);
  for (const name of [...screens, language]) for (const file of built(name, '.js')) closure(file, wanted);
  // Vite fetches a chunk's styles with it; they have its name.
  for (const file of [...wanted])
    for (const style of built(/^assets\/(.+)-[\w-]{6}\.js$/.exec(file)?.[1] ?? '?', '.css')) wanted.add(style);
  return [...wanted, 'index.html'];
}

/** What the page names: what it loads itself, and what its first script sends for. */
export function named() {
  const html = read('index.html').toString();
  const ahead = /data-files="([^"]+)"/.exec(html)?.[1].split(' ') ?? [];
  return new Set([
    ...[...html.matchAll(/(?:src|href)="\/admin\/([^"]+)"/g)].map(([, file]) => file),
    ...ahead.map((file) => `assets/${file}`),
  ]);
}

/** The screens that are not the posts, with the guide: what each imports statically. */
export function otherScreens() {
  const screens = assets.filter((file) => /^(?!posts-)[\w-]+-(?:page|dialog)-[\w-]{6}\.js$/.test(file) && !OF_THE_FORM.test(file));
  return screens.map((file) => [file, [...closure(`assets/${file}`)]]);
}

/** Dialogs that come over the form, whose code is there by then. */
const OF_THE_FORM = /^(?:conflict|linked|preview)-dialog/;

/** What is sent of a file: what the build has packed (`admin-ui/packed-plugin.ts`), or the file. */
function sent(name) {
  const packed = statSync(`${dist}${name}.br`, { throwIfNoEntry: false });
  return (packed ?? statSync(`${dist}${name}`)).size;
}

/** The views that people meet first. */
export const views = { 'sign-in': [], posts: ['admin', 'posts-page'] };
/** What comes behind the posts. */
export const form = (language) => [...views.posts, 'desk', `${language}-desk`];

/** Bytes as brotli of a view in a language, without fonts and pictures; with the names of the files. */
export function weighAdmin(view, language) {
  const names = filesOf(views[view], language);
  return { bytes: names.reduce((sum, name) => sum + sent(name), 0), names };
}
