import type { TextKind } from '../api/types';

/** About so much of a title and of a description is shown by search engines, in letters; they say nothing exact. */
export const SHOWN = { meta_title: 60, meta_description: 160 } as const;

export type Place = 'card' | 'wide' | 'home';

/** Where the site cuts titles and excerpts (specification section 7), the longest first. */
export const CUTS: Readonly<Record<Exclude<TextKind, 'content'>, Readonly<Record<Place, number>>>> = {
  title: { card: 80, wide: 50, home: 15 },
  excerpt: { card: 150, wide: 100, home: 15 },
};

/** Letters of a text as they are read. */
export function lettersOf(text: string): number {
  return [...text.trim()].length;
}

/** The places that cut a text of so many letters. */
export function placesThatCut(kind: keyof typeof CUTS, letters: number): Place[] {
  return (Object.keys(CUTS[kind]) as Place[]).filter((place) => letters > CUTS[kind][place]);
}

/** The text up to so many letters, with what says that there is more. */
export function cutAt(text: string, most: number): string {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most).join('').trimEnd()}…` : text;
}
