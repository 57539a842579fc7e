/**
 * A text as search compares it: letters of one word that differ by case only are equal. JavaScript's own lower
 * case breaks the Azerbaijani and Turkish İ/I/ı/i apart (and leaves a combining dot), so the four are one; Russian ё is written е as often.
 * Texts hold non-breaking spaces that nobody types.
 */
export function fold(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[İIı]/g, 'i')
    .toLowerCase()
    .replace(/\u0307/g, '')
    .replace(/ё/g, 'е')
    .replace(/\s+/g, ' ');
}

/** Whether any of the texts contains the query. */
export function matches(query: string, ...texts: string[]): boolean {
  const wanted = fold(query.trim());
  return texts.some((text) => fold(text).includes(wanted));
}
