// Turns the few letters the artwork needs into outlines (lettering/*.json), so that `make.mjs` needs no font.
// Only needed when a face is added:
//   npm install --prefix /tmp/faces opentype.js @fontsource/brygada-1918 @fontsource/onest @fontsource/jost @fontsource/archivo \
//     @fontsource/cinzel @fontsource/unbounded @fontsource/comfortaa
//   FACES=/tmp/faces/node_modules node scripts/media/lettering/extract.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const modules = process.env.FACES;
if (!modules) throw new Error('set FACES to the node_modules folder that holds opentype.js and the faces');
const opentype = createRequire(join(modules, 'x.js'))('opentype.js');

const BASIC = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789&.,:;-–—/()№·+’"'];
const AZERI = [...'ÇçƏəĞğİıÖöŞşÜü'];
const CYRILLIC = [...'Хазри'];
const FACES = [
  ['brygada-1918', 500, true],
  ['onest', 400, true],
  ['onest', 600, true],
  ['jost', 400, false],
  ['jost', 600, false],
  ['archivo', 700, false],
  ['cinzel', 600, false],
  ['unbounded', 500, false],
  ['comfortaa', 600, false],
];
const UNIT = 1000;

function load(face, subset, weight) {
  const file = join(modules, '@fontsource', face, 'files', `${face}-${subset}-${weight}-normal.woff`);
  const bytes = readFileSync(file);
  return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** Path data in whole thousandths of an em. */
function data(commands) {
  return commands
    .map(
      ({ type, x1, y1, x2, y2, x, y }) =>
        type +
        [x1, y1, x2, y2, x, y]
          .filter((n) => n !== undefined)
          .map(Math.round)
          .join(' '),
    )
    .join('');
}

for (const [face, weight, cyrillic] of FACES) {
  const subsets = ['latin', 'latin-ext', ...(cyrillic ? ['cyrillic'] : [])].map((name) => load(face, name, weight));
  const letters = [' ', ...BASIC, ...AZERI, ...(cyrillic ? CYRILLIC : [])];
  const glyphs = {};
  for (const letter of letters) {
    const font = subsets.find((candidate) => candidate.charToGlyphIndex(letter) > 0);
    if (!font) {
      console.warn(`${face} ${weight} has no ${letter}`);
      continue;
    }
    const glyph = font.charToGlyph(letter);
    const scale = UNIT / font.unitsPerEm;
    glyphs[letter] = [Math.round(glyph.advanceWidth * scale), data(glyph.getPath(0, 0, UNIT).commands)];
  }
  const kerning = {};
  const latin = subsets[0];
  for (const a of BASIC)
    for (const b of BASIC) {
      const value = Math.round((latin.getKerningValue(latin.charToGlyph(a), latin.charToGlyph(b)) * UNIT) / latin.unitsPerEm);
      if (Math.abs(value) >= 12 && /[A-Za-z]/.test(a + b)) kerning[a + b] = value;
    }
  writeFileSync(new URL(`${face}-${weight}.json`, import.meta.url), JSON.stringify({ glyphs, kerning }));
  console.log(face, weight, Object.keys(glyphs).length, 'letters', Object.keys(kerning).length, 'pairs');
}
