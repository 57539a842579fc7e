// Which groups of three letters a shard of the search data has (generator/src/files/search/filter.rs makes the filters).
const BITS = 4096;

/** The bits of a folded text, one for each three letters; none for a text that is shorter. */
export function bitsOf(folded: string): number[] {
  const letters = [...folded].map((letter) => letter.codePointAt(0) ?? 0);
  return letters.slice(2).map((_, start) => {
    let hash = 0x811c9dc5;
    for (const letter of letters.slice(start, start + 3)) hash = Math.imul(hash ^ letter, 0x01000193);
    return ((hash ^ (hash >>> 15)) >>> 0) % BITS;
  });
}

/** Whether a shard with this filter (base64) may hold a text with all of these bits. */
export function mayHold(filter: string, bits: number[]): boolean {
  const bytes = atob(filter);
  return bits.every((bit) => (bytes.charCodeAt(bit >> 3) >> (bit & 7)) & 1);
}
