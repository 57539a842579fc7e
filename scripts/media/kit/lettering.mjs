// Text as outlines, from the letters in ../lettering (no font is needed to draw).
import { readFileSync } from 'node:fs';

const faces = new Map();
function face(name) {
  if (!faces.has(name)) faces.set(name, JSON.parse(readFileSync(new URL(`../lettering/${name}.json`, import.meta.url))));
  return faces.get(name);
}

const COMMANDS = /([MLQCZ])([^MLQCZ]*)/g;
function moved(d, dx, dy, scale, digits) {
  const fix = (n) => String(Number(n.toFixed(digits)));
  return d.replace(COMMANDS, (_, command, numbers) => {
    const values = (numbers.match(/-?[\d.]+/g) ?? []).map((n, i) => fix(Number(n) * scale + (i % 2 ? dy : dx)));
    return command + values.map((v, i) => (i && !v.startsWith('-') ? ` ${v}` : v)).join('');
  });
}

/** Width of `text` set in `name` at `size`. */
export function measure(name, text, size, tracking = 0) {
  return walk(name, text, size, tracking, () => {});
}

function walk(name, text, size, tracking, visit) {
  const { glyphs, kerning } = face(name);
  let x = 0;
  const letters = [...text];
  letters.forEach((letter, i) => {
    const glyph = glyphs[letter];
    if (!glyph) throw new Error(`${name} has no letter ${letter}`);
    visit(glyph[1], x);
    x += (glyph[0] * size) / 1000;
    if (i < letters.length - 1) x += ((kerning[letter + letters[i + 1]] ?? 0) * size) / 1000 + tracking * size;
  });
  return x;
}

/** Path data of `text` with its baseline at y; `anchor` start, middle or end. */
export function lettering(name, text, { x = 0, y = 0, size = 16, tracking = 0, anchor = 'start', digits = 1 } = {}) {
  const width = measure(name, text, size, tracking);
  const start = x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0);
  let d = '';
  walk(name, text, size, tracking, (outline, dx) => {
    d += moved(outline, start + dx, y, size / 1000, digits);
  });
  return d;
}
