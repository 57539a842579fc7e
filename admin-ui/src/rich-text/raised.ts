/** Exponents and indices: 10⁶, m², CO₂. A text knows no raised letters, and 106 would be another figure. */

const FROM = '0123456789+-−=()ni';
const RAISED = [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ'];
const LOWERED = [...'₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'];

/** The text in letters that are high or low by themselves; as it is where some of it has none (1st, a note's mark in brackets). */
export function atHeight(text: string, height: 'sup' | 'sub'): string {
  const letters = height === 'sup' ? RAISED : LOWERED;
  const found = [...text].map((letter) => letters[FROM.indexOf(letter)] ?? (letter.trim() === '' ? letter : undefined));
  return /[\d]/.test(text) && found.every((letter) => letter !== undefined) ? found.join('') : text;
}
