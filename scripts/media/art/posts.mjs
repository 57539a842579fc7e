// Fourteen pictures for the sample posts, 1600 x 900.
import { DUNE, INK, MIST, PAPER, POM, ROSE, SAND, SEA, bell, circle, clamp, clip, cubic, group, lerp, line, noise, path, random, range, rect, smooth, stroke } from '../kit/base.mjs';
import { between, engrave, rings, rows } from '../kit/engrave.mjs';
import { battlements, buta, gusts, medallion, seaGap, seaLines, star, waterTone, weave, windLines } from '../kit/motifs.mjs';
import { derrick, guilloche, pomegranate } from '../kit/things.mjs';

const W = 1600, H = 900;
const ink = (body, extra = '') => group(body, `filter="url(#ink)" ${extra}`);

/** Moonlit swell. */
function night() {
  const sea = { x1: W + 20, top: 300, bottom: H + 60, count: 19, power: 1.6, swell: 40, seed: 61 };
  const water = waterTone(62, 0.4, 0.34, 480, 70);
  const glow = (x, y) => bell(x, 1130 + 26 * Math.sin(y / 26), 80 + (y - 300) * 0.3);
  return {
    ground: INK,
    body: ink(circle(1130, 190, 118, SAND)) + ink(circle(1172, 168, 104, INK))
      + ink(engrave(seaLines(sea), seaGap(sea), (x, y) => clamp(water(x, y), 0.1, 0.8) * (1 - 0.6 * glow(x, y)), SEA, 0.5))
      + ink(engrave(seaLines(sea).map((l) => l.map(([x, y]) => [x, y + 4])), seaGap(sea), (x, y) => 0.55 * glow(x, y) * (0.4 + water(x * 2, y)), SAND, 0.8))
      + ink(engrave(seaLines(sea).slice(9), (x, y, k) => seaGap(sea)(x, y, k + 9), (x, y) => clamp(water(x + 700, y + 90) - 0.52, 0, 1) * 0.9, MIST, 0.8)),
  };
}

/** The ribs of one tower, seen from its foot. */
function ribs() {
  const left = cubic([-160, 980], [420, 640], [900, 340], [1240, -120], 120);
  const right = cubic([1500, 1100], [1640, 620], [1500, 240], [1240, -120], 120);
  const lines = between(left, right, 17);
  const gap = (_x, y) => 96 * smooth(-140, 900, y) + 3;
  const floors = rings(1240, -120, 140, 1500, 46).map((ring) => ring.filter(([, y]) => y > -60));
  const d = line([...left, ...[...right].reverse()], true);
  const sky = windLines({ x1: W, y0: 20, y1: 700, count: 20, seed: 15, sway: 30 }), gust = gusts(9, 0.05, 520);
  return {
    ground: SAND,
    body: ink(engrave(sky, 34, (x, y, k) => gust(x, y, k) * 0.22, DUNE, 0.5)) + ink(circle(330, 300, 150, PAPER)) + ink(path(d, POM))
      + clip(d, ink(engrave(lines, gap, (x, y, k) => 0.12 + 0.62 * (k / 17) ** 1.3, INK, 0.4)) + engrave(floors, 46, () => 0.08, ROSE, 0.4)),
  };
}

/** A cut pomegranate, larger than life. */
function fruit() {
  const cloth = rows(-10, W + 10, 0, H, 30, (x, y) => 10 * Math.sin(x / 150 + y / 110));
  return {
    ground: SAND,
    body: ink(engrave(cloth, 30, () => 0.1, DUNE, 0.5))
      + ink(pomegranate(500, 560, 280, { turn: -0.12, seed: 2 })) + ink(pomegranate(1090, 520, 330, { open: true, turn: 0.16, seed: 5 })),
  };
}

/** A stepped medallion on Caspian blue. */
function gol() {
  const knot = 9, columns = Math.ceil(W / knot);
  const colour = (c, r) => {
    const m = Math.min(medallion(c, r, columns / 2 - 0.5, 49.5, 46, 40, 2), ...[-64, 64].map((by) => medallion(c, r, columns / 2 - 0.5 + by, 49.5, 24, 26, 2)));
    const edge = Math.min(r, 99 - r);
    if (edge < 3) return POM;
    if (edge < 4) return SAND;
    if (edge < 11) return (Math.floor((c + edge) / 5) % 2 ? INK : POM);
    if (edge < 12) return SAND;
    const x = Math.abs(c - columns / 2 + 0.5), y = Math.abs(r - 49.5);
    if (m < 0.1) return SAND;
    if (m < 0.22) return POM;
    if (m < 0.27) return SAND;
    if (m < 0.46) return (Math.floor(x / 3) + Math.floor(y / 3)) % 2 ? SEA : INK;
    if (m < 0.51) return SAND;
    if (m < 0.78) return (Math.floor(x) + Math.floor(y) * 2) % 7 === 0 ? ROSE : POM;
    if (m < 0.83) return SAND;
    if (m < 0.94) return INK;
    if (m < 1) return ROSE;
    const u = ((c % 20) + 20) % 20 - 10, v = ((r + 1) % 20) - 10;
    const k = Math.abs(u) + Math.abs(v);
    return k === 0 ? POM : k === 2 || k === 3 ? MIST : SEA;
  };
  return { ground: INK, body: ink(weave(0, 0, W, H, knot, colour, 0.07)) };
}

/** The wall at noon. */
function wall() {
  const teeth = { merlon: 92, gap: 30, height: 116 };
  const d = line([...battlements(-50, W + 90, 470, teeth), [W + 90, H], [-50, H]], true);
  const bastion = line([...battlements(880, 1334, 330, teeth).slice(0, -1), [1338, 330], [1372, H], [846, H]], true);
  const n = noise(14), stones = rows(-10, W + 10, 180, H, 30, (x, y) => 2 * Math.sin(x / 40 + y));
  const cut = (x, y, s) => clamp(0.22 + 0.4 * n(x / 90 + s, Math.round(y / 30) * 1.9), 0.04, 0.56);
  const slits = (from, to, top) => range(Math.floor((to - from) / 122), (k) => rect(from + k * 122 + 40, top - 70, 12, 52, INK)).join('');
  return {
    ground: SEA,
    body: ink(circle(450, 300, 170, POM)) + ink(engrave(rows(-10, W, 10, 500, 30, (x, y) => 8 * Math.sin(x / 240 + y / 90)), 30, (x, y) => clamp(0.12 + 0.22 * n(x / 360, y / 70), 0, 0.3), INK, 0.5))
      + ink(path(d, SAND)) + clip(d, ink(engrave(stones, 30, (x, y) => cut(x, y, 0), DUNE, 0.6)) + ink(engrave(stones, 30, (x, y) => cut(x, y, 30) * 0.5 * smooth(480, 900, y) + 0.6 * bell(x, 1420, 90), INK, 0.6)))
      + slits(-50, W + 90, 470)
      + ink(path(bastion, SAND)) + clip(bastion, ink(engrave(stones, 30, (x, y) => clamp(0.04 + 0.72 * smooth(930, 1380, x) + 0.16 * n(x / 60, y / 30), 0.04, 0.86), INK, 0.6)))
      + slits(880, 1334, 330),
  };
}

/** Heights of the peninsula. */
function relief() {
  const n = noise(21);
  const hill = (cx, cy, from, to, spacing, s, wide) => range(Math.floor((to - from) / spacing), (k) => {
    const r = from + k * spacing;
    return range(181, (i) => {
      const a = (i / 180) * Math.PI * 2;
      const grow = 1 + 0.34 * n(Math.cos(a) * 1.5 + s, Math.sin(a) * 1.5 + r / 620) + 0.05 * n(Math.cos(a) * 5 + s, Math.sin(a) * 5);
      return [cx + Math.cos(a) * r * wide * grow, cy + Math.sin(a) * r * grow];
    });
  });
  const big = hill(1040, 430, 24, 560, 38, 3, 1.5);
  const shore = line(big[big.length - 1], true);
  const waves = rows(-10, W + 10, 10, H, 34, (x, y) => 10 * Math.sin(x / 160 + y / 120));
  return {
    ground: SEA,
    body: ink(engrave(waves, 34, (x, y) => clamp(0.16 + 0.22 * n(x / 380, y / 60), 0.02, 0.4), MIST, 0.5))
      + stroke(shore, MIST, 30) + ink(path(shore, SAND)) + ink(path(line(big[9], true), DUNE)) + ink(path(line(big[5], true), ROSE)) + ink(path(line(big[1], true), POM))
      + ink(engrave(big, 38, (x, y) => 0.13 + 0.3 * smooth(-0.5, 0.8, (x - 1040) / 900 + (y - 430) / 600), INK, 0.8)),
  };
}

/** Interlaced rosettes, cropped. */
function rosettes() {
  const one = (x, y, r, ground, thread, heart) => circle(x, y, r, ground)
    + guilloche(x, y, { from: r * 0.56, to: r * 0.95, lobes: 16, lines: 7, swing: r * 0.12, colour: thread, width: 4 })
    + circle(x, y, r * 0.52, heart) + guilloche(x, y, { from: r * 0.16, to: r * 0.48, lobes: 12, lines: 6, swing: r * 0.1, colour: thread, width: 4 }) + circle(x, y, r * 0.14, thread);
  return {
    ground: PAPER,
    body: ink(engrave(rows(-10, W + 10, 0, H, 30), 30, () => 0.07, DUNE, 0.4))
      + ink(one(300, 620, 420, SEA, SAND, INK)) + ink(one(1330, 240, 480, POM, SAND, INK)) + ink(one(850, 780, 210, SAND, INK, ROSE)),
  };
}

/** Columns that swell like a wave. */
function columns() {
  const n = noise(33), wide = 78;
  const bars = range(13, (k) => {
    const x = 44 + k * 119, h = 200 + 210 * (0.5 + 0.5 * Math.sin(k / 1.75 - 0.3)) + 250 * (k / 12) ** 1.4;
    const top = H - 70 - h, d = `M${x} ${H - 70}V${top + wide / 2}a${wide / 2} ${wide / 2} 0 0 1 ${wide} 0V${H - 70}Z`;
    const colour = k === 8 ? POM : k % 3 === 0 ? INK : SEA;
    return path(d, colour) + clip(d, engrave(rows(x - 10, x + wide + 10, top, H - 60, 21, (px) => (px - x - wide / 2) ** 2 / 95), 21, (px, py) => clamp(0.1 + 0.5 * smooth(top, top + h * 0.9, py) * (0.6 + 0.4 * n(k, py / 60)), 0, 0.6), colour === POM ? ROSE : SAND, 0.6));
  }).join('');
  const curve = windLines({ x1: W, y0: 40, y1: 600, count: 16, seed: 19, sway: 46 }), gust = gusts(13, 0.05, 560);
  return {
    ground: PAPER,
    body: ink(engrave(curve, 36, (x, y, k) => gust(x, y, k) * 0.2, DUNE, 0.5)) + ink(bars) + ink(rect(0, H - 70, W, 5, INK)),
  };
}

/** Butas in rows, as on kelaghayi silk. */
function silk() {
  const colours = [[POM, SAND], [INK, ROSE], [SEA, SAND], [ROSE, INK]];
  const body = range(8, (c) => range(5, (r) => {
    const [fill, light] = colours[(c * 3 + r * 2) % 4];
    const x = c * 230 + (r % 2) * 115 - 30, y = r * 218 + 70, way = r % 2 ? -1.15 : 1.15;
    const shape = (by) => line(buta(x, y, 190, { inset: by, curl: way }), true);
    return path(shape(0), fill) + [12, 26, 40].map((by, i) => stroke(shape(by), light, i === 1 ? 6 : 3)).join('') + circle(x, y, 10, light);
  }).join('')).join('');
  const dots = range(8, (c) => range(5, (r) => {
    const x = c * 230 + (r % 2) * 115 + 85, y = r * 218 - 6;
    return range(5, (i) => circle(x + 15 * Math.cos(i * 1.257), y + 15 * Math.sin(i * 1.257), 5, DUNE)).join('') + circle(x, y, 5, POM);
  }).join('')).join('');
  return { ground: SAND, body: ink(dots + body) };
}

/** Khazri and gulls. */
function gulls() {
  const lines = windLines({ x1: W, y0: 20, y1: H - 10, count: 25, seed: 52, sway: 60 }), gust = gusts(71, 0.14, 620), second = gusts(72, -0.1, 480);
  const gull = (x, y, s, a) => {
    const wing = (side) => {
      const top = cubic([0, 0], [side * 30, -46], [side * 88, -44], [side * 150, 8], 24), low = cubic([side * 150, 8], [side * 92, -18], [side * 46, -12], [0, 20], 24);
      return path(line([...top, ...low], true), PAPER);
    };
    return `<g transform="translate(${x} ${y}) rotate(${a}) scale(${s})">${wing(-1)}${wing(1)}<path d="M-7 -4C-9 20 -5 40 0 54C5 40 9 20 7 -4Z" fill="${PAPER}"/></g>`;
  };
  return {
    ground: SEA,
    body: ink(engrave(lines, 36, (x, y, k) => gust(x, y, k) * 0.36, INK, 0.6)) + ink(engrave(lines.map((l) => l.map(([x, y]) => [x, y + 15])), 36, (x, y, k) => second(x, y, k) * 0.3, MIST, 0.6))
      + ink(gull(1080, 360, 1.5, -14) + gull(690, 560, 0.9, -6) + gull(1330, 640, 0.72, -18) + gull(420, 300, 0.6, -8) + gull(900, 190, 0.48, -12)),
  };
}

/** The oil rocks at dusk. */
function rocks() {
  const sea = { x1: W + 20, top: 660, bottom: H + 40, count: 11, power: 1.4, swell: 18, seed: 41 };
  const water = waterTone(42, 0.46, 0.3, 460, 60), n = noise(43);
  const row = range(8, (k) => derrick(150 + k * 190 + 40 * Math.sin(k * 2.4), 648, 92 + 26 * Math.sin(k * 1.7), 260 + 120 * Math.sin(k * 1.3 + 0.6), k % 3 ? INK : SEA)).join('');
  const pier = rect(0, 644, W, 9, INK) + range(40, (k) => rect(12 + k * 40, 650, 5, 40, INK)).join('');
  return {
    ground: SAND,
    body: ink(circle(1010, 560, 260, POM)) + engrave(rows(700, 1320, 300, 640, 34, (x, y) => 5 * Math.sin(x / 120 + y)), 34, (x, y) => 0.08 + 0.5 * smooth(400, 660, y), SAND, 0.5)
      + ink(engrave(rows(-10, W + 10, 20, 640, 34, (x, y) => 6 * Math.sin(x / 200 + y / 80)), 34, (x, y) => Math.hypot(x - 1010, y - 560) > 264 ? clamp(0.06 + 0.2 * n(x / 400, y / 60), 0, 0.26) : 0, DUNE, 0.5))
      + ink(row + pier) + rect(0, 690, W, H, SAND)
      + ink(engrave(seaLines({ ...sea, top: 680 }), seaGap({ ...sea, top: 680 }), (x, y) => clamp(water(x, y), 0.12, 0.85), SEA, 0.5))
      + ink(engrave(seaLines({ ...sea, top: 680 }), seaGap({ ...sea, top: 680 }), (x, y) => 0.6 * bell(x, 1010, 150 + (y - 680) * 0.5) * water(x * 2, y), POM, 0.8)),
  };
}

/** Stairs of the old town, light and shade. */
function stairs() {
  const steps = 10, n = noise(3);
  const at = (t) => [lerp(880, -120, t), lerp(150, H + 20, t ** 1.12), lerp(1330, 1830, t)];
  const body = range(steps, (k) => {
    const [x, y, right] = at(k / steps), [, next] = at((k + 1) / steps);
    const tread = y + (next - y) * 0.4, front = `M${x - 40} ${tread}L${right + 24} ${tread - 8}V${next}H${x - 40}Z`;
    const lines = range(26, (i) => [[right - i * 20, tread - 20], [right - i * 20 - 14, (tread + next) / 2], [right - i * 20 - 30, next + 10]]);
    return path(`M${x} ${y}L${right} ${y - 8}L${right + 24} ${tread - 8}L${x - 40} ${tread}Z`, k % 3 === 1 ? SAND : PAPER) + path(front, k % 2 ? SEA : INK)
      + clip(front, engrave(lines, 20, (px) => 0.5 * smooth(right - 520, right, px), POM, 0.4));
  }).join('');
  const house = `M1330 0H${W}V${H}H1830L1330 142Z`;
  const wallLines = rows(-10, W, 0, H, 32, (x) => x * 0.04 - 20);
  return {
    ground: SAND,
    body: ink(engrave(wallLines, 32, (x, y) => clamp(0.14 + 0.26 * n(x / 90, Math.round((y - x * 0.04) / 32) * 1.7), 0.02, 0.4), DUNE, 0.5)) + ink(circle(420, 250, 130, POM)) + ink(body) + ink(path(house, SEA))
      + clip(house, engrave(rows(1300, W + 20, -200, H, 30, (x) => (x - 1330) * 0.26), 30, (x) => 0.14 + 0.4 * smooth(1330, 1620, x), INK, 0.5) + path('M1436 330V150a62 84 0 0 1 128 10V460Z', INK) + path('M1452 318V168a50 66 0 0 1 96 6V420Z', POM)),
  };
}

/** An arcade of a caravanserai, sea behind. */
function arcade() {
  const sea = { x1: W + 20, top: 520, bottom: 860, count: 12, power: 1.5, swell: 12, seed: 77 };
  const water = waterTone(78, 0.5, 0.3, 360, 50);
  const bay = (x) => `M${x} 860V400C${x} 250 ${x + 80} 210 ${x + 140} 130C${x + 200} 210 ${x + 280} 250 ${x + 280} 400V860Z`;
  const bays = [-140, 220, 580, 940, 1300];
  const holes = bays.map(bay).join('');
  const wallPath = `M0 0H${W}V${H}H0Z${holes}`;
  const n = noise(79), stone = rows(-10, W + 10, 0, H, 34, () => 0);
  const view = rect(0, 0, W, H, PAPER) + circle(720, 430, 120, POM) + rect(0, 516, W, H, SAND)
    + engrave(seaLines(sea), seaGap(sea), (x, y) => clamp(water(x, y), 0.15, 0.85), SEA, 0.5) + engrave(seaLines(sea), seaGap(sea), (x, y) => 0.6 * bell(x, 720, 80 + (y - 520) * 0.3), POM, 0.8);
  return {
    ground: INK,
    body: ink(clip(holes, view)) + ink(`<path d="${wallPath}" fill="${INK}" fill-rule="evenodd"/>`)
      + group(clipEven(wallPath, engrave(stone, 34, (x, y) => clamp(0.03 + 0.22 * n(x / 120, Math.round(y / 34) * 1.7), 0, 0.22), SEA, 0.5)))
      + ink(bays.map((x) => stroke(bay(x - 0).replace('Z', ''), SAND, 7) + stroke(`M${x - 26} 860V396C${x - 26} 236 ${x + 70} 190 ${x + 140} 96C${x + 210} 190 ${x + 306} 236 ${x + 306} 396V860`, DUNE, 3)).join(''))
      + ink(rect(0, 858, W, 9, SAND)),
  };
}

function clipEven(d, body) {
  return `<clipPath id="even"><path d="${d}" clip-rule="evenodd"/></clipPath><g clip-path="url(#even)">${body}</g>`;
}

/** Shebeke, the lattice window. */
function shebeke() {
  const cell = 240, glass = [POM, SEA, ROSE, MIST, SAND, DUNE];
  const rnd = random(14);
  let panes = '', bars = '';
  for (let c = -1; c < 8; c += 1) {
    for (let r = -1; r < 5; r += 1) {
      const x = c * cell + (r % 2 ? cell / 2 : 0), y = r * cell * 0.866 + 40;
      const outer = star(x, y, cell * 0.5, cell * 0.29, 6, Math.PI / 6), inner = star(x, y, cell * 0.25, cell * 0.145, 6);
      const petals = range(6, (k) => {
        const a = (k / 6) * Math.PI * 2 - Math.PI / 2 + Math.PI / 6;
        return [[x, y], [x + Math.cos(a - Math.PI / 6) * cell * 0.29, y + Math.sin(a - Math.PI / 6) * cell * 0.29], [x + Math.cos(a) * cell * 0.5, y + Math.sin(a) * cell * 0.5], [x + Math.cos(a + Math.PI / 6) * cell * 0.29, y + Math.sin(a + Math.PI / 6) * cell * 0.29]];
      });
      const tone = Math.floor(rnd() * 3);
      panes += petals.map((p, k) => path(line(p, true), glass[(k % 2 ? tone : tone + 2) % 6])).join('') + path(line(inner, true), rnd() < 0.3 ? PAPER : SAND);
      bars += stroke(line(outer, true), INK, 11) + stroke(line(inner, true), INK, 8)
        + petals.map((p) => stroke(line([[lerp(x, p[1][0], 0.5), lerp(y, p[1][1], 0.5)], p[1]]), INK, 8)).join('');
    }
  }
  const light = rows(-10, W + 10, -900, H + 100, 40, (x) => x * 0.5);
  return { ground: SEA, body: ink(panes) + group(engrave(light, 40, () => 0.34, PAPER, 0.5), 'opacity=".16"') + ink(bars) };
}

// In the order of the sample posts: what is drawn answers the topic (thirteen columns for thirteen weeks of cash …).
export default [rosettes, silk, shebeke, relief, stairs, columns, arcade, rocks, wall, fruit, gulls, gol, ribs, night]
  .map((draw, i) => ({ name: `content/posts/images/${String(i + 1).padStart(2, '0')}.jpg`, width: W, height: H, limit: 172_000, draw }));
