// Logos of the 24 fictional partners: one ink that reads on paper and on the dark ground, letters as outlines.
import { join } from 'node:path';
import { MID, cubic, line, range } from '../kit/base.mjs';
import { ribbon } from '../kit/engrave.mjs';
import { star } from '../kit/motifs.mjs';
import { compact } from '../kit/compact.mjs';
import { lettering, measure } from '../kit/lettering.mjs';
import { save } from '../kit/raster.mjs';

const disc = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const box = (x, y, w, h) => `M${x} ${y}h${w}v${h}h${-w}z`;
const shape = (points) => line(points, true);
const wavy = (x, y, w, high, thick) => {
  const top = `M${x} ${y}c${w * 0.18} ${-high} ${w * 0.32} ${-high} ${w * 0.5} 0s${w * 0.32} ${high} ${w * 0.5} 0`;
  return `${top}v${thick}c${-w * 0.18} ${high} ${-w * 0.32} ${high} ${-w * 0.5} 0s${-w * 0.32} ${-high} ${-w * 0.5} 0z`;
};
const move = ([x, y], dx, dy, angle) => [dx + x * Math.cos(angle) - y * Math.sin(angle), dy + x * Math.sin(angle) + y * Math.cos(angle)].map((n) => n.toFixed(2)).join(' ');
const curves = (points, dx, dy, angle) => points.map((p, i) => (i === 0 ? 'M' : i % 3 === 1 ? 'C' : ' ') + move(p, dx, dy, angle)).join('') + 'Z';
const taper = (from, b, c, to, most, n = 14) => {
  const points = cubic(from, b, c, to, n);
  return ribbon(points, points.map((_, i) => 0.3 + most * Math.sin((Math.PI * i) / n)), 0.1);
};
const petal = (x, y, long, wide, angle) =>
  curves([[0, 0], [wide, -long * 0.3], [wide * 0.7, -long * 0.8], [0, -long], [-wide * 0.7, -long * 0.8], [-wide, -long * 0.3], [0, 0]], x, y, angle);
const arc = (x, y, r, thick, from, to) => {
  const at = (radius, a) => `${(x + Math.cos(a) * radius).toFixed(2)} ${(y + Math.sin(a) * radius).toFixed(2)}`;
  return `M${at(r, from)}A${r} ${r} 0 0 1 ${at(r, to)}L${at(r - thick, to)}A${r - thick} ${r - thick} 0 0 0 ${at(r - thick, from)}Z`;
};
const PI = Math.PI;

/** Marks in a 40 x 40 square, filled by the even-odd rule. */
const MARKS = {
  river: disc(20, 20, 18) + 'M24 3C10 12 30 21 13 37L20 38C37 24 17 15 31 6z',
  bricks: box(2, 28, 11, 9) + box(14.5, 28, 11, 9) + box(27, 28, 11, 9) + box(8, 17.5, 11, 9) + box(20.5, 17.5, 11, 9) + box(14.5, 7, 11, 9),
  leaf: range(5, (k) => petal(20, 24, k === 2 ? 23 : k % 4 === 0 ? 16 : 20, 6.4, (k - 2) * 0.84)).join('') + box(19, 25, 2, 13),
  waves: wavy(2, 9, 36, 6, 4.5) + wavy(2, 18.5, 36, 6, 4.5) + wavy(2, 28, 36, 6, 4.5),
  grain: range(3, (k) => petal(20, 35 - k * 9, 12, 3.6, 0.7) + petal(20, 35 - k * 9, 12, 3.6, -0.7)).join('') + petal(20, 13, 12, 3.6, 0),
  gem: 'M20 2L36 11V29L20 38L4 29V11zM20 6.5L8 13.2V27L20 33.6L32 27V13.2zM20 11L28 15.5V24.6L20 29L12 24.6V15.5z',
  bird: 'M2 10L20 20L38 4L33 24L24 26L20 38L15 26L6 24z',
  split: 'M2 36L14 6L20 19V36zM22 36V13L26 4L38 36z',
  drop: 'M20 2C30 15 33 20 33 25.5A13 13 0 0 1 7 25.5C7 20 10 15 20 2zM20 9C13 19 10.6 22 10.6 25.6A9.4 9.4 0 0 0 29.4 25.6C29.4 22 27 19 20 9zM14 26h2.6a3.6 3.6 0 0 0 3.4 3.8v2.6a6.2 6.2 0 0 1-6-6.4z',
  woven: range(3, (r) => range(3, (c) => shape(star(8 + c * 12, 8 + r * 12, (r + c) % 2 ? 6.4 : 7.4, (r + c) % 2 ? 3 : 7.4 * 0.7071, 4))).join('')).join(''),
  turbine: range(3, (k) => curves([[0, -1], [4, -8], [3, -15], [-1, -18], [-6, -13], [-6, -6], [-2, 1]], 20, 21, (k * 2 * PI) / 3 + 0.2)).join('') + disc(20, 21, 2.6),
  tulip: 'M20 4C25 9 25 16 20 21C15 16 15 9 20 4zM9 8C16 10 18 16 18.5 23C11 21 8 15 9 8zM31 8C24 10 22 16 21.5 23C29 21 32 15 31 8zM2 37C8 27 14 25.5 20 25.500S32 27 38 37z',
  bridge: 'M2 30h36v4H2zM2 28C8 8 32 8 38 28h-4.400C29 14 11 14 6.4 28z' + range(5, (k) => box(9.2 + k * 5, [19.5, 16.5, 15.6, 16.5, 19.5][k], 1.8, [9, 12, 13, 12, 9][k])).join(''),
  castle: 'M5 4h6v5h6V4h6v5h6V4h6v33H24V28a4 4 0 0 0-8 0v9H5zM12 15v6h3v-6zM25 15v6h3v-6z',
  beam: 'M4 4H36V11H24.500V29H36V36H4V29H15.500V11H4z',
  acorn: 'M6 16C6 9 13 7 18.5 6.700V3h3v3.700C27 7 34 9 34 16zM8.5 18.500H31.500C31.5 28 26 34 20 38C14 34 8.5 28 8.5 18.500z',
  spring: arc(20, 34, 31, 4, PI * 1.2, PI * 1.8) + arc(20, 34, 22.5, 4, PI * 1.18, PI * 1.82) + arc(20, 34, 14, 4, PI * 1.14, PI * 1.86) + disc(20, 33, 4.6),
  lute: 'M20 2h0c3 0 3 7 3 10c8 3 12 8 12 14c0 7-7 12-15 12S5 33 5 26c0-6 4-11 12-14c0-3 0-10 3-10z' + box(13.6, 18, 1.6, 16) + box(17.2, 16, 1.6, 19) + box(20.9, 16, 1.6, 19) + box(24.6, 18, 1.6, 16),
  vine: taper([20, 38], [4, 30], [36, 22], [20, 4], 2.1) + petal(17, 30, 12, 4.4, -1.2) + petal(23, 22.5, 13, 4.6, 1.15) + petal(17.5, 15, 10, 3.6, -1.1) + disc(20, 4.6, 2.6),
  crest: range(7, (k) => curves([[0, -12], [2.2, -15], [3, -22], [0, -27], [-3, -22], [-2.2, -15], [0, -12]], 19, 29, (k - 3.4) * 0.36)).join('') + 'M10 36C8 26 14 20 20 20C25 20 28 23 29 26L39 30L28 31C27 34 24 36 21 37zM22 24.500a1.8 1.8 0 1 0 .1 0z',
  signal: disc(9, 31, 5) + arc(9, 31, 15, 4.4, -PI / 2, 0) + arc(9, 31, 25, 4.4, -PI / 2, 0),
  starred: shape(star(20, 20, 19, 13.2, 8)) + shape(star(20, 20, 12, 8.4, 8, PI / 8)) + disc(20, 20, 3.4),
  hills: 'M1 36C5 22 10 22 14 29C17 12 23 12 26 29C30 22 35 22 39 36z' + disc(20, 8.5, 4.5),
  barberry: 'M18.800 1h2.400v17h-2.400z' + petal(21.5, 13, 17, 6, 1.15) + petal(18.5, 13, 17, 6, -1.15) + range(3, (k) => curves([[0, 0], [7, 3], [7.500, 15], [0, 21], [-7.500, 15], [-7, 3], [0, 0]], 20, 17.5, (k - 1) * 0.72)).join(''),
};

const B = 'brygada-1918-500', O = 'onest-600', J = 'jost-600', L = 'jost-400', A = 'archivo-700', C = 'cinzel-600', U = 'unbounded-500', R = 'comfortaa-600';
// name, mark, form, face of the name, its size and tracking, face of the second word
const PARTNERS = [
  ['Ağçay', 'Energy', 'river', 'side', J, 25, 0, L], ['Bozdağ', 'Cement', 'bricks', 'side', A, 24, -0.01, A],
  ['Çinarlıq', 'Hotels', 'leaf', 'stack', C, 22, 0.06, C], ['Dalğa', 'Shipping', 'waves', 'side', U, 20, -0.02, U],
  ['Elgün', 'Foods', 'grain', 'side', R, 26, -0.02, R], ['Firuzə', 'Retail', 'gem', 'side', B, 29, 0, O],
  ['GÖYƏRÇİN', 'Air Cargo', 'bird', 'side', A, 19, 0.03, A], ['HAÇAQAYA', 'Mining', 'split', 'side', J, 19, 0.06, L],
  ['İncəsu', 'Water', 'drop', 'side', O, 25, -0.02, O], ['KƏHRƏBA', 'Textiles', 'woven', 'side', B, 20, 0.08, B],
  ['Külək', 'Power', 'turbine', 'line', U, 20, -0.02, U], ['Lələtəpə', 'Agro', 'tulip', 'side', B, 25, 0, O],
  ['Mavi Körpü', 'Logistics', 'bridge', 'side', J, 20, 0, L], ['NARINQALA', 'Development', 'castle', 'stack', C, 19, 0.1, L],
  ['ODLU', 'Steel', 'beam', 'plate', A, 24, 0.04, A], ['Palıd', 'Furniture', 'acorn', 'side', B, 29, 0, B],
  ['Qarabulaq', 'Dairy', 'spring', 'side', R, 21, -0.02, R], ['rübab', 'Media', 'lute', 'line', J, 30, -0.01, L],
  ['sarmaşıq', 'Tech', 'vine', 'side', O, 23, -0.03, O], ['Şanapipik', 'Solar', 'crest', 'side', R, 18, -0.02, O],
  ['turac', 'Telecom', 'signal', 'side', U, 23, -0.03, O], ['ULDUZLU', 'Bank', 'starred', 'side', C, 20, 0.04, C],
  ['Üçtəpə', 'Farms', 'hills', 'side', A, 24, -0.01, O], ['Zirinc', 'Pharma', 'barberry', 'side', O, 26, -0.02, O],
];

const placed = (d, x, y, scale) => `<path fill-rule="evenodd" d="${compact(d, x, y, scale)}"/>`;
const words = (face, text, options) => `<path d="${compact(lettering(face, text, { ...options, digits: 2 }))}"/>`;

/** Puts mark and words together; every form fills about the same area. */
function compose([name, what, mark, form, face, size, tracking, second]) {
  const d = MARKS[mark];
  const wide = measure(face, name, size, tracking);
  const small = form === 'line' ? size : Math.max(10.5, size * 0.47);
  const spread = form === 'line' ? tracking : 0.16;
  const label = form === 'line' ? ` ${what.toLowerCase()}` : what.toUpperCase();
  const narrow = measure(second, label, small, spread);
  if (form === 'stack') {
    return placed(d, 100 - 14, 1, 0.7) + words(face, name, { x: 100, y: 46, size, tracking, anchor: 'middle' }) + words(second, label, { x: 100, y: 62, size: 10.5, tracking: 0.24, anchor: 'middle' });
  }
  if (form === 'line') {
    const total = 44 + wide + narrow, k = Math.min(1, 188 / total), x = 100 - (total * k) / 2;
    return placed(d, x, 32 - 18 * k, 0.9 * k) + words(face, name, { x: x + 44 * k, y: 32 + size * 0.34 * k, size: size * k, tracking })
      + words(second, label, { x: x + (44 + wide) * k, y: 32 + size * 0.34 * k, size: size * k, tracking });
  }
  const text = Math.max(wide, narrow), total = 52 + text, x = 100 - total / 2;
  const ground = form === 'plate' ? placed(`M${x - 8} 5h${total + 16}v54h${-total - 16}zM${x - 5.5} 7.5v49h${total + 11}v-49z`, 0, 0, 1) : '';
  return ground + placed(d, x, 11, 1.05) + words(face, name, { x: x + 52, y: 33, size, tracking }) + words(second, label, { x: x + 52, y: 49.5, size: small, tracking: spread });
}

export async function make({ root, pick }) {
  for (const [i, partner] of PARTNERS.entries()) {
    const file = `content/media/partners/${String(i + 1).padStart(2, '0')}.svg`;
    if (!pick(file)) continue;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 64" width="200" height="64" fill="${MID}"><g transform="scale(.1)">${compose(partner)}</g></svg>\n`;
    const bytes = await save(join(root, file), svg);
    if (bytes > 4096) console.warn(file, bytes, 'bytes is more than 4 KB');
  }
}
