// The firm's mark and everything that carries it: logo, favicons, Open Graph picture.
import { join } from 'node:path';
import { INK, PAPER, POM, SAND, SEA, bell, clamp, cubic, group, path, smooth } from '../kit/base.mjs';
import { engrave, ribbon } from '../kit/engrave.mjs';
import { gusts, seaGap, seaLines, waterTone, windLines } from '../kit/motifs.mjs';
import { compact } from '../kit/compact.mjs';
import { lettering, measure } from '../kit/lettering.mjs';
import { print, save } from '../kit/raster.mjs';

const DISPLAY = 'brygada-1918-500', TEXT = 'onest-400';
const NIGHT_TEXT = '#F4ECDC', NIGHT_ACCENT = '#F0969B';

/** The mark in a 64 x 64 square: a wave and the wind cross, and make an X. Computed ten times as large, to be smooth. */
const wave = cubic([30, 128], [252, 92], [388, 548], [610, 512], 40);
const gale = cubic([610, 128], [388, 92], [252, 548], [30, 512], 40);
const gust = gale.map(([x, y], i) => [x + 76 * Math.sin((Math.PI * i) / 40), y + 36]);
const swell = (points, most, least) => points.map((_, i) => least + (most - least) * Math.sin((Math.PI * i) / (points.length - 1)) ** 0.9);
const shapeOf = (points, most, least) => compact(ribbon(points, swell(points, most, least), 0));
const waveShape = shapeOf(wave, 57, 6), waveRoom = shapeOf(wave, 82, 34);
const galeShape = shapeOf(gale, 37, 5), gustShape = shapeOf(gust, 15, 2);

const cut = `<mask id="m"><path fill="#fff" d="M0 0h6400v6400H0z"/><path d="${waveRoom}"/></mask>`;
/** The mark's paths; small sizes do without the fine gust. */
const mark = (dark, accent, fine = true) =>
  `${cut}<g transform="scale(.01)"><g mask="url(#m)" fill="${accent}"><path d="${galeShape}"/>${fine ? `<path d="${gustShape}"/>` : ''}</g><path fill="${dark}" d="${waveShape}"/></g>`;
const svg = (box, body, extra = '') => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"${extra}>${body}</svg>\n`;

const NAMES = { '': 'Xəzri', '-en': 'Khazri', '-ru': 'Хазри' };

function logo(name, dark, accent) {
  const size = 54, width = Math.ceil(80 + measure(DISPLAY, name, size, -0.005) + 2);
  return svg(`0 0 ${width} 64`, mark(dark, accent) + `<path transform="scale(.1)" fill="${dark}" d="${compact(lettering(DISPLAY, name, { x: 78, y: 48, size, tracking: -0.005, digits: 2 }))}"/>`, ` width="${width}" height="64" role="img" aria-label="${name}"`);
}

const adaptive = () => svg('0 0 64 64', `<style>.w{fill:${INK}}.g{fill:${POM}}@media(prefers-color-scheme:dark){.w{fill:${NIGHT_TEXT}}.g{fill:${NIGHT_ACCENT}}}</style>`
  + mark('w', 'g', false).replace('fill="g"', 'class="g"').replace('fill="w"', 'class="w"'));

/** A square icon: the mark on a ground, `room` of its side left free all around. */
function icon(size, ground, room, dark, accent, fine) {
  const inner = size * (1 - 2 * room), at = size * room;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">${ground ? `<rect width="${size}" height="${size}" fill="${ground}"/>` : ''}<g transform="translate(${at} ${at}) scale(${inner / 64})">${mark(dark, accent, fine)}</g></svg>`;
}

/** An .ico file holding PNG pictures. */
function ico(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  pictures.forEach(({ size, bytes }, i) => {
    const at = 6 + 16 * i;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(bytes.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += bytes.length;
  });
  return Buffer.concat([head, ...pictures.map(({ bytes }) => bytes)]);
}

/** The picture shown when a page is shared. */
function openGraph() {
  const W = 1200, H = 630;
  const sea = { x1: W + 20, top: 452, bottom: H + 30, count: 10, power: 1.5, swell: 15, seed: 4 };
  const water = waterTone(8, 0.5, 0.3, 420, 50);
  const wind = windLines({ x1: W, y0: 30, y1: 440, count: 15, seed: 12, sway: 20 }), gust = gusts(31, 0.02, 520);
  const ink = (body) => group(body, 'filter="url(#ink)"');
  const name = 'Xəzri', line2 = 'Audit, qiymətləndirmə, vergi və konsaltinq · Bakı';
  return {
    ground: INK,
    body: ink(`<circle cx="930" cy="330" r="170" fill="${POM}"/>`) + engrave(wind, 27, (x, y, k) => gust(x, y, k) * 0.3 * smooth(740, 960, x), INK, 0.6)
      + ink(engrave(wind.map((l) => l.map(([x, y]) => [x, y + 12])), 27, (x, y, k) => gust(x + 300, y, k + 5) * 0.16 * smooth(730, 960, x) * (Math.hypot(x - 930, y - 330) > 176), SEA, 0.5))
      + `<rect y="448" width="${W}" height="200" fill="${INK}"/>`
      + ink(engrave(seaLines(sea), seaGap(sea), (x, y) => clamp(water(x, y), 0.12, 0.8), SEA, 0.5))
      + ink(engrave(seaLines(sea).map((l) => l.map(([x, y]) => [x, y + 3])), seaGap(sea), (x, y) => 0.6 * bell(x, 930, 80 + (y - 450) * 0.5), POM, 0.8))
      + `<g transform="translate(84 132) scale(2.1)">${mark(NIGHT_TEXT, NIGHT_ACCENT)}</g>`
      + path(lettering(DISPLAY, name, { x: 240, y: 244, size: 132, tracking: -0.01 }), NIGHT_TEXT)
      + path(lettering(TEXT, line2, { x: 86, y: 352, size: 27 }), SAND),
  };
}

export default [{ name: 'content/media/og.jpg', width: 1200, height: 630, limit: 120_000, draw: openGraph }];

export async function make({ press, root, pick }) {
  const media = (name) => join(root, 'content/media', name);
  const write = async (name, bytes) => {
    if (pick(name)) console.log(`content/media/${name}`, await save(media(name), bytes), 'bytes');
  };
  for (const [suffix, name] of Object.entries(NAMES)) {
    await write(`logo${suffix}.svg`, logo(name, INK, POM));
    await write(`logo${suffix}-light.svg`, logo(name, NIGHT_TEXT, NIGHT_ACCENT));
  }
  await write('mark.svg', svg('0 0 64 64', mark(INK, POM), ' width="64" height="64"'));
  await write('mark-light.svg', svg('0 0 64 64', mark(NIGHT_TEXT, NIGHT_ACCENT), ' width="64" height="64"'));
  await write('favicon.svg', adaptive());
  const png = (picture, size, transparent = false) => print(press, picture, { width: size, height: size, type: 'png', grain: 0, transparent });
  const small = [];
  for (const size of [16, 32]) small.push({ size, bytes: await png(icon(size, '', 0, '#3C6A7C', '#C4475C', false), size, true) });
  await write('favicon.ico', ico(small));
  await write('apple-touch-icon.png', await png(icon(180, PAPER, 0.16, INK, POM, true), 180));
  await write('icon-192.png', await png(icon(192, PAPER, 0.14, INK, POM, true), 192));
  await write('icon-512.png', await png(icon(512, PAPER, 0.14, INK, POM, true), 512));
  await write('maskable-512.png', await png(icon(512, INK, 0.24, NIGHT_TEXT, NIGHT_ACCENT, true), 512));
}
