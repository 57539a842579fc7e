import { diffArrays } from 'diff';
import { printHtml, joinedHtml } from './print';
import { readHtml } from './read';

/** What two sides made of one text: equal where they do not overlap; where they do, each as that side has it. */
export interface Merged {
  mine: string;
  theirs: string;
}

/** Merges two versions of a rich text by its paragraphs, seen from the one both began with. */
export function mergeHtml(base: string, mine: string, theirs: string): Merged {
  const merged = merge(blocksOf(base), blocksOf(mine), blocksOf(theirs), '');
  return { mine: joinedHtml(merged.mine), theirs: joinedHtml(merged.theirs) };
}

/** The same for a plain text and its lines. */
export function mergeText(base: string, mine: string, theirs: string): Merged {
  const lines = (text: string) => text.split(/\r\n?|\n/);
  return merge(lines(base), lines(mine), lines(theirs), '\n');
}

function blocksOf(html: string): string[] {
  return html.trim() === '' ? [] : readHtml(html).map((block) => printHtml([block])).filter((block) => block !== '');
}

/** For each paragraph of the base the place it has in a version; `null` where it was changed. */
function placesIn(base: readonly string[], version: readonly string[]): (number | null)[] {
  const places = base.map((): number | null => null);
  let [from, to] = [0, 0];
  for (const { added, removed, count } of diffArrays([...base], [...version])) {
    for (let step = 0; step < count; step++) {
      if (!added && !removed) places[from] = to;
      if (!added) from++;
      if (!removed) to++;
    }
  }
  return places;
}

/** Between paragraphs that all three have, what only one side changed is taken from that side. */
function merge(base: readonly string[], mine: readonly string[], theirs: readonly string[], joint: string): Merged {
  const [inMine, inTheirs] = [placesIn(base, mine), placesIn(base, theirs)];
  const left: string[] = [];
  const right: string[] = [];
  let [b, m, t] = [0, 0, 0];
  for (let at = 0; at <= base.length; at++) {
    const [toMine, toTheirs] = at < base.length ? [inMine[at], inTheirs[at]] : [mine.length, theirs.length];
    if (toMine == null || toTheirs == null) continue;
    const was = base.slice(b, at);
    const [byMe, byThem] = [mine.slice(m, toMine), theirs.slice(t, toTheirs)];
    const [forMe, forThem] = settled(was, byMe, byThem);
    left.push(...forMe, ...base.slice(at, at + 1));
    right.push(...forThem, ...base.slice(at, at + 1));
    [b, m, t] = [at + 1, toMine + 1, toTheirs + 1];
  }
  return { mine: left.join(joint), theirs: right.join(joint) };
}

function settled(was: string[], byMe: string[], byThem: string[]): [string[], string[]] {
  if (same(was, byMe)) return [byThem, byThem];
  return same(was, byThem) || same(byMe, byThem) ? [byMe, byMe] : [byMe, byThem];
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, at) => text === b[at]);
}
