/** Groups of three by a space, point, comma or apostrophe are thousands; otherwise a point or comma begins the decimals. */
const FIGURE = /(?<![\p{L}\d])\d{1,3}(?:[\s\u00a0\u202f.,'’]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?/gu;
const DATE = /(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/g;
const GROUPED = /^\d{1,3}(?:[^\d]\d{3})+/;

/**
 * The figures of a text as keys that are the same however a language writes them (200 000, 200,000, 200.000) with what was
 * written. A date's month is left out, as it is a word in another language; so are whole numbers below ten.
 */
export function figuresIn(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [written] of text.replace(DATE, '$1 – $3').matchAll(FIGURE)) {
    const key = keyOf(written);
    if (!/^\d$/.test(key)) found.set(key, written);
  }
  return found;
}

function keyOf(written: string): string {
  const whole = GROUPED.exec(written)?.[0] ?? '';
  const decimal = /^0[.,]\d/.test(written);
  const plain = whole === '' || decimal ? written : whole.replace(/\D/g, '') + written.slice(whole.length);
  const [integer = '', fraction = ''] = plain.split(/[.,]/);
  const digits = fraction.replace(/0+$/, '');
  return integer.replace(/^0+(?=\d)/, '') + (digits === '' ? '' : `.${digits}`);
}

/** What one text has and the other has not, as written. */
export function onlyIn(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  return [...one].filter(([key]) => !other.has(key)).map(([, written]) => written);
}
