// What the admin's first views load, by the built files: what the entry and each screen import statically, and the texts of one language.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../admin-ui/dist/', import.meta.url));
const assets = readdirSync(`${dist}assets`);
const read = (name) => readFileSync(`${dist}${name}`);
/** `posts-page` -> `assets/posts-page-HASH.js` */
const named = (name, kind) => assets.filter((file) => file.startsWith(`${name}-`) && /^[\w-]{8}\./.test(file.slice(name.length + 1)) && file.endsWith(kind)).map((file) => `assets/${file}`);

/** A module and everything that it imports statically. */
function closure(file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, name] of read(file).toString().matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)) closure(`assets/${name}`, seen);
  return seen;
}

/** What `screens` (names of chunks) need besides the page itself: their scripts, the styles that belong to these, and texts. */
function files(screens, language) {
  const html = read('index.html').toString();
  const own = [...html.matchAll(/(?:src|href)="\/admin\/([^"]+\.(?:js|css))"/g)].map(([, file]) => file);
  const wanted = new Set(own.filter((file) => !file.startsWith('assets/') || file.endsWith('.css')));
  for (const file of own.filter((name) => /^assets\/.*\.js$/.test(name))) closure(file, wanted);
  for (const name of [...screens, language]) for (const file of named(name, '.js')) closure(file, wanted);
  // Vite fetches a chunk's styles with it; they have its name.
  for (const file of [...wanted]) for (const style of named(/^assets\/(.+)-[\w-]{8}\.js$/.exec(file)?.[1] ?? '?', '.css')) wanted.add(style);
  return [...wanted, 'index.html'];
}

/** What is sent of a file: what the build has packed (`admin-ui/packed-plugin.ts`), or the file. */
function sent(name) {
  const packed = statSync(`${dist}${name}.br`, { throwIfNoEntry: false });
  return (packed ?? statSync(`${dist}${name}`)).size;
}

/** The views that people meet first. */
export const views = { 'sign-in': [], posts: ['admin', 'posts-page'] };

/** Bytes as brotli of a view in a language, without fonts and pictures; with the names of the files. */
export function weighAdmin(view, language) {
  const names = files(views[view], language);
  return { bytes: names.reduce((sum, name) => sum + sent(name), 0), names };
}
