// The search data is cut into small shards by posts' numbers. They are read newest first, a few ahead; where the newest
// ones have too little, filters say which of the others are worth fetching.
import { fold } from '../shared/search';
import { bitsOf, mayHold } from './filter';
import type { FoundPost } from './props';

/** Shards that are read without asking a filter: a usual word is in them. */
const AT_ONCE = 3;
/** Shards on their way while one is looked at. */
const AHEAD = 2;
/** Shards of one filter file. */
const BLOCK = 64;

interface Indexed extends FoundPost {
  folded: string;
}

export interface Step {
  posts: FoundPost[];
  /** `done`: nothing comes after it; `failed`: something did not come, and the next step asks for it again. */
  stage: 'searching' | 'done' | 'failed';
}

const loads = new Map<string, Promise<unknown>>();

/** A file of the search data, fetched once; null when it is not there, and an error when nobody can tell. */
function load<T>(address: string): Promise<T | null> {
  let file = loads.get(address);
  if (!file) {
    file = read(address);
    loads.set(address, file);
    const again = () => void loads.delete(address); // another try asks again
    file.then((found) => {
      if (found === null) again();
    }, again);
  }
  return file as Promise<T | null>;
}

async function read(address: string): Promise<unknown> {
  const response = await fetch(address);
  // Object storage says 403 of what it has not to whoever may not list it.
  if ([403, 404, 410].includes(response.status)) return null;
  if (!response.ok) throw new Error(address);
  return response.json();
}

async function shard(address: string): Promise<Indexed[]> {
  const posts = await load<FoundPost[]>(address);
  // One that is gone since the index was read has lost its last post.
  return (posts ?? []).map((post) => ({ ...post, folded: `${fold(post.title)}\n${fold(post.excerpt)}` }));
}

/** Posts whose title or excerpt contains the query, as the shards arrive, newest first; in a shard those before, where a word begins with it. */
export async function* findPosts(index: string, query: string): AsyncGenerator<Step, void> {
  const wanted = fold(query);
  const base = index.replace(/\.json$/, '/');
  let list = await shardsOf(index);
  for (; !list; list = await shardsOf(index)) yield { posts: [], stage: 'failed' };
  const numbers = worthReading(base, list, bitsOf(wanted));
  const coming: { address: string; posts: Promise<Indexed[]> }[] = [];
  let end = false;
  for (;;) {
    while (!end && coming.length <= AHEAD) {
      const next = await numbers.next();
      if (next.done) {
        end = true;
        continue;
      }
      const address = `${base}${next.value}.json`;
      const posts = shard(address);
      posts.catch(() => {}); // told when its turn comes
      coming.push({ address, posts });
    }
    const [first] = coming;
    // What was lost on its way ahead is asked for once more.
    const found = first ? await first.posts.catch(() => shard(first.address)).catch(() => null) : [];
    if (!found) {
      yield { posts: [], stage: 'failed' };
      continue;
    }
    coming.shift();
    const last = end && coming.length === 0;
    const posts = found
      .filter(({ folded }) => folded.includes(wanted))
      .sort((a, b) => Number(begins(b.folded, wanted)) - Number(begins(a.folded, wanted)));
    yield { posts, stage: last ? 'done' : 'searching' };
    if (last) return;
  }
}

/** Whether a word of the text begins with the query: “ƏDV” stands in “cədvəl” as well. */
function begins(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true;
  return false;
}

/** The numbers of the shards that there are; null when they do not come. */
async function shardsOf(index: string): Promise<[number, number][] | null> {
  const list = await load<{ shards: [number, number][] }>(index).catch(() => null);
  return list && list.shards;
}

/** Numbers of shards that may hold a text with these bits, newest first. */
async function* worthReading(base: string, runs: [number, number][], bits: number[]): AsyncGenerator<number, void> {
  let read = 0;
  for (const [first, last] of [...runs].reverse()) {
    for (let number = last; number >= first; number--) {
      if (read++ < AT_ONCE || bits.length === 0) {
        yield number;
        continue;
      }
      // Without its filter a shard is read.
      const filters = await load<string[]>(`${base}filter-${Math.floor(number / BLOCK)}.json`).catch(() => null);
      if (!filters || mayHold(filters[number % BLOCK] ?? '', bits)) yield number;
    }
  }
}
