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
  return html.trim() === ''
    ? []
    : readHtml(html)
        .map((block) => printHtml([block]))
        .filter((block) => block !== '');
}

/** For each paragraph of the base the place it has in a version; `null` where it was changed. */
export function placesIn(base: readonly string[], version: readonly string[]): (number | null)[] {
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
  const [inBase, byMine, byTheirs] = [new Tally(base), new Tally(mine), new Tally(theirs)];
  const left: string[] = [];
  const right: string[] = [];
  let [b, m, t] = [0, 0, 0];
  let moved = false;
  for (let at = 0; at <= base.length; at++) {
    const [toMine, toTheirs] = at < base.length ? [inMine[at], inTheirs[at]] : [mine.length, theirs.length];
    if (toMine == null || toTheirs == null) continue;
    const was = base.slice(b, at);
    const [byMe, byThem] = [mine.slice(m, toMine), theirs.slice(t, toTheirs)];
    const [forMe, forThem] = settled(was, byMe, byThem);
    if (forMe !== forThem) {
      const before = new Tally(was);
      // Elsewhere the move would be taken over, here the other side would keep what was moved.
      moved ||= isMoved(before, new Tally(byMe), inBase, byMine) || isMoved(before, new Tally(byThem), inBase, byTheirs);
    }
    left.push(...forMe, ...base.slice(at, at + 1));
    right.push(...forThem, ...base.slice(at, at + 1));
    [b, m, t] = [at + 1, toMine + 1, toTheirs + 1];
  }
  const sound = !moved && [left, right].every((merged) => isSound(new Tally(merged), inBase, byMine, byTheirs));
  // Somebody has to choose, and sees both as they are.
  return sound ? { mine: left.join(joint), theirs: right.join(joint) } : { mine: mine.join(joint), theirs: theirs.join(joint) };
}

function settled(was: string[], byMe: string[], byThem: string[]): [string[], string[]] {
  if (same(was, byMe)) return [byThem, byThem];
  return same(was, byThem) || same(byMe, byThem) ? [byMe, byMe] : [byMe, byThem];
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, at) => text === b[at]);
}

/** Empty lines and lines across the text may come and go on both sides: there is nothing in them to be doubled or lost. */
const isWordless = (paragraph: string) => paragraph === '' || paragraph === '<hr>';

/** How often each paragraph with words stands in a text. */
class Tally {
  private readonly counts = new Map<string, number>();

  constructor(paragraphs: readonly string[]) {
    for (const paragraph of paragraphs) if (!isWordless(paragraph)) this.counts.set(paragraph, this.of(paragraph) + 1);
  }

  of(paragraph: string): number {
    return this.counts.get(paragraph) ?? 0;
  }

  all(): string[] {
    return [...this.counts.keys()];
  }
}

/**
 * A paragraph that was moved is gone from one place and new in another, and places are merged apart: it could come out twice or not
 * at all. Whether nothing stands more often in the merged text than in any version, nor less often than on both sides.
 */
function isSound(merged: Tally, base: Tally, mine: Tally, theirs: Tally): boolean {
  const many = merged
    .all()
    .some((paragraph) => merged.of(paragraph) > Math.max(base.of(paragraph), mine.of(paragraph), theirs.of(paragraph)));
  return !many && mine.all().every((paragraph) => merged.of(paragraph) >= Math.min(mine.of(paragraph), theirs.of(paragraph)));
}

/** Whether a side took a paragraph away from a place and has it at another. */
function isMoved(was: Tally, now: Tally, base: Tally, side: Tally): boolean {
  return was.all().some((paragraph) => now.of(paragraph) < was.of(paragraph) && side.of(paragraph) >= base.of(paragraph));
}
