// One picture per service, 1600 x 1200: the idea of the work, in the language of the place.
import { DUNE, INK, MIST, PAPER, POM, ROSE, SAND, SEA, bell, circle, circlePoints, clamp, clip, group, lerp, line, noise, path, random, range, rect, smooth, stroke } from '../kit/base.mjs';
import { engrave, rings, rows } from '../kit/engrave.mjs';
import { buta, medallion, weave } from '../kit/motifs.mjs';

const W = 1600, H = 1200;
const ink = (body, extra = '') => group(body, `filter="url(#ink)" ${extra}`);

/** Ledger lines, and a lens under which they turn out to be made of waves. */
function audit() {
  const lens = { x: 980, y: 610, r: 372 };
  const entry = noise(3);
  const rules = rows(-10, W + 10, 60, H - 40, 40);
  const entries = range(27, (k) => {
    const y = 80 + k * 40, column = [120, 430, 1180];
    return column.flatMap((x, c) => {
      const long = [210, 560, 290][c] * (0.35 + 0.6 * Math.abs(entry(k * 1.3, c * 5)));
      const from = c === 2 ? 1480 - long : x;
      return rect(from, y - 7, long, 14, c === 1 ? MIST : SEA);
    });
  }).flat().join('');
  const inside = rows(lens.x - lens.r - 10, lens.x + lens.r + 10, lens.y - lens.r - 30, lens.y + lens.r + 40, 27,
    (x, y) => 20 * Math.sin((x - 400) / 92 + y / 120) + 8 * Math.sin(x / 41 + y / 60));
  const tone = noise(12);
  const disc = line(circlePoints(lens.x, lens.y, lens.r), true);
  return {
    ground: PAPER,
    body: ink(engrave(rules, 40, () => 0.05, DUNE, 0.4)) + ink(rect(84, 0, 3, H, POM) + rect(392, 0, 3, H, DUNE) + rect(1138, 0, 3, H, DUNE))
      + ink(group(entries, 'opacity=".92"'))
      + ink(path(disc, INK))
      + clip(disc, engrave(inside, 27, (x, y) => clamp(0.42 + 0.34 * tone(x / 150, y / 46), 0.1, 0.85), SAND, 0.5)
        + engrave(inside.slice(9, 15), 27, (x, y) => 0.7 * bell(x, lens.x + 40, 190) * bell(y, lens.y, 150), POM, 0.7))
      + ink(stroke(disc, POM, 34) + stroke(line(circlePoints(lens.x, lens.y, lens.r + 34)), INK, 5) + stroke(line(circlePoints(lens.x, lens.y, lens.r - 26)), PAPER, 5)),
  };
}

/** Splits a field into plots of uneven size. */
function plots(corners, depth, rnd) {
  if (depth === 0) return [corners];
  const [a, b, c, d] = corners;
  const t = 0.34 + rnd() * 0.32, u = t + (rnd() - 0.5) * 0.12;
  const at = (p, q, k) => [lerp(p[0], q[0], k), lerp(p[1], q[1], k)];
  const wide = Math.hypot(a[0] - b[0], a[1] - b[1]) > Math.hypot(a[0] - d[0], a[1] - d[1]) * 1.05;
  const [one, two] = wide
    ? [[a, at(a, b, t), at(d, c, u), d], [at(a, b, t), b, c, at(d, c, u)]]
    : [[a, b, at(b, c, u), at(a, d, t)], [at(a, d, t), at(b, c, u), c, d]];
  return [one, two].flatMap((part) => plots(part, depth - 1 - (rnd() < 0.16 && depth < 3 ? 1 : 0) < 0 ? 0 : depth - 1, rnd));
}

/** Parallel hatching at an angle over a polygon. */
function hatch(polygon, angle, spacing, tone, colour) {
  const xs = polygon.map((p) => p[0]), ys = polygon.map((p) => p[1]);
  const cx = (Math.min(...xs) + Math.max(...xs)) / 2, cy = (Math.min(...ys) + Math.max(...ys)) / 2;
  const r = Math.hypot(Math.max(...xs) - cx, Math.max(...ys) - cy) + spacing;
  const c = Math.cos(angle), s = Math.sin(angle);
  const lines = range(Math.ceil((2 * r) / spacing), (k) => {
    const v = -r + (k + 0.5) * spacing;
    return range(Math.ceil((2 * r) / 8), (i) => {
      const u = -r + i * 8;
      return [cx + u * c - v * s, cy + u * s + v * c];
    });
  });
  return engrave(lines, spacing, tone, colour, 0.5);
}

const inset = (polygon, by) => {
  const cx = polygon.reduce((sum, p) => sum + p[0], 0) / polygon.length, cy = polygon.reduce((sum, p) => sum + p[1], 0) / polygon.length;
  return polygon.map(([x, y]) => {
    const dx = cx - x, dy = cy - y;
    return [x + Math.sign(dx) * Math.min(by, Math.abs(dx)), y + Math.sign(dy) * Math.min(by, Math.abs(dy))];
  });
};

/** A shore divided into plots, each with its own worth. */
function valuation() {
  const rnd = random(46), n = noise(9);
  const fields = plots([[-120, -160], [1750, -90], [1700, 1330], [-60, 1290]], 6, rnd);
  const coast = [...range(90, (i) => [lerp(W + 40, 640, i / 89) + 46 * Math.sin(i / 9), lerp(430, H + 40, i / 89) + 54 * Math.sin(i / 13 + 1)]), [W + 60, H + 60]];
  const water = line(coast, true);
  const edge = coast.slice(0, -1);
  const surf = range(15, (k) => edge.map(([x, y]) => [x + k * 46 + 14 * n(x / 200, k), y + k * 40 + 12 * n(y / 160, k + 9)]));
  const prints = fields.map((field, i) => {
    const shape = inset(field, 7), d = line(shape, true);
    const kind = Math.floor(rnd() * 6), angle = [0.5, -0.5, 1.07, 2.1, 0.5, -1.07][kind];
    const [ground, colour] = [[SAND, DUNE], [SAND, SEA], [PAPER, SEA], [SEA, INK], [SAND, INK], [MIST, SEA]][kind];
    const mine = i === 18;
    const tone = (x, y) => clamp(0.34 + 0.3 * n(x / 180, y / 180 + i * 9), 0.08, 0.8);
    return path(d, mine ? POM : ground) + clip(d, hatch(shape, angle, 30, (x, y) => tone(x, y), mine ? INK : colour));
  }).join('');
  return {
    ground: PAPER,
    body: ink(prints) + stroke(line(edge), PAPER, 46) + ink(path(water, SEA))
      + clip(water, ink(engrave(surf, 36, (x, y, k) => clamp(0.62 - k * 0.03 + 0.4 * n(x / 240, y / 70), 0, 0.8), SAND, 0.6))),
  };
}

/** A pair of scales that is a carpet's medallion. */
function taxLegal() {
  const knot = 10, columns = W / knot, lines = H / knot;
  const colour = (c, r) => {
    const x = Math.abs(c - (columns - 1) / 2), y = r - 60, ay = Math.abs(y);
    const edge = Math.min(c, columns - 1 - c, r, lines - 1 - r);
    if (edge < 2) return INK;
    if (edge < 3) return SAND;
    if (edge < 11) {
      if (Math.max(Math.min(c, columns - 1 - c), Math.min(r, lines - 1 - r)) < 12) return Math.abs(Math.min(c, columns - 1 - c) - 7) + Math.abs(Math.min(r, lines - 1 - r) - 7) < 3 ? SAND : POM;
      const along = edge === Math.min(c, columns - 1 - c) ? r - 59.5 : c - 79.5;
      const m = Math.abs(edge - 6.5) + Math.abs((((along % 10) + 10) % 10) - 4.5);
      return m < 2 ? PAPER : m < 4.2 ? POM : INK;
    }
    if (edge < 12) return SAND;
    const centre = medallion(c, r, 79.5, 60, 25, 27, 2);
    if (centre < 0.2) return POM;
    if (centre < 0.36) return SAND;
    if (centre < 0.56) return (Math.floor(x) + Math.floor(ay)) % 4 < 2 ? SEA : INK;
    if (centre < 0.64) return SAND;
    if (centre < 0.9) return INK;
    if (centre < 1) return SAND;
    if (y < -26 && y > -42 && x + (y < -34 ? -(y + 34) : 0) * 0.6 < 2.2) return SAND; // stem above
    if (y >= -36 && y < -33 && x < 52) return SAND; // beam
    const chain = Math.abs(x - 50) - (y + 33) * 0.46;
    if (y >= -33 && y < 2 && Math.abs(chain) < 0.8) return SAND;
    const pan = medallion(c, r, 79.5 + (c < 79.5 ? -50 : 50), 2 + 60, 17, 20, 1);
    if (y >= 2 && pan < 0.98) return pan < 0.24 ? POM : pan < 0.42 ? SAND : pan < 0.6 ? SEA : pan < 0.84 ? INK : SAND;
    if (y > 26 && y < 40 && x < 2.2 + Math.floor((y - 26) / 3) * 2.4) return y > 36 ? INK : SAND; // foot
    const u = ((c % 16) + 16) % 16 - 8, v = ((r + (Math.floor(c / 16) % 2) * 8) % 16) - 8;
    return Math.abs(u) + Math.abs(v) === 1 ? ROSE : POM;
  };
  return { ground: POM, body: ink(weave(0, 0, W, H, knot, colour, 0.07)) };
}

/** Currents that part around islands, and one chosen route. */
function consulting() {
  const islands = [[430, 420, 150], [900, 800, 200], [1240, 330, 120], [180, 960, 110]];
  const flow = (y0) => {
    let y = y0;
    return range(336, (i) => {
      const x = -40 + i * 5;
      let slope = 0.1 * Math.sin(x / 300 + y / 260);
      for (const [cx, cy, r] of islands) {
        const dx = x - cx, dy = y - cy, d2 = Math.max(dx * dx + dy * dy, r * r * 0.6);
        slope += (-2 * dx * dy * r * r) / (d2 * d2) * 0.92;
      }
      const point = [x, y];
      y += clamp(slope, -2.4, 2.4) * 5;
      return point;
    });
  };
  const lines = range(46, (k) => flow(-60 + k * 29));
  const n = noise(7);
  const route = flow(625);
  const land = islands.map(([x, y, r], k) => {
    const shape = (s) => line(range(90, (i) => {
      const a = (i / 90) * Math.PI * 2;
      return [x + Math.cos(a) * r * s * (1 + 0.13 * n(Math.cos(a) * 1.4 + k * 7, Math.sin(a) * 1.4)), y + Math.sin(a) * r * s * 0.86 * (1 + 0.13 * n(Math.sin(a) * 1.3, Math.cos(a) + k * 5))];
    }), true);
    return path(shape(0.9), SAND) + range(5, (j) => stroke(shape(0.76 - j * 0.15), j === 4 ? POM : DUNE, 4)).join('');
  }).join('');
  const stops = [26, 108, 196, 290].map((i) => circle(route[i][0], route[i][1], 21, SEA) + circle(route[i][0], route[i][1], 21, 'none', `stroke="${PAPER}" stroke-width="7"`) + circle(route[i][0], route[i][1], 7, PAPER)).join('');
  return {
    ground: SEA,
    body: ink(engrave(lines, 29, (x, y, k) => clamp(0.2 + 0.3 * n(x / 330, k * 0.5), 0.05, 0.6), MIST, 0.6))
      + ink(engrave(lines.map((l) => l.map(([x, y]) => [x, y + 9])), 29, (x, y, k) => clamp(0.3 * n(x / 400 + 9, k * 0.6 + 4), 0, 0.5), INK, 0.7))
      + ink(land) + stroke(line(route), SEA, 26) + ink(stroke(line(route), ROSE, 11)) + stops,
  };
}

/** An abacus whose beads make a rising column. */
function accounting() {
  const top = 110, gap = 122.5, r = 54;
  const counts = [2, 3, 3, 5, 4, 6, 7, 6, 9];
  const left = 150, right = W - 150;
  const bead = (x, y, colour, line_) => {
    const d = line(circlePoints(x, y, r).map(([px, py]) => [x + (px - x) * 0.74, py]), true);
    const ribs = range(9, (k) => {
      const u = (k + 0.5) / 9 * 2 - 1;
      return range(30, (i) => {
        const v = (i / 29) * 2 - 1;
        return [x + 0.74 * r * u * Math.sqrt(Math.max(0, 1 - v * v)), y + v * r];
      });
    });
    return path(d, colour) + clip(d, engrave(ribs, 10, (px, py) => clamp(0.12 + 0.7 * smooth(x - r * 0.3, x + r * 0.8, px) * (0.5 + 0.5 * smooth(y - r, y + r, py)), 0, 0.85), line_, 0.4));
  };
  let body = '';
  counts.forEach((count, k) => {
    const y = top + k * gap;
    body += rect(left - 40, y - 4, right - left + 80, 8, INK);
    const beadWidth = r * 1.48 + 5;
    for (let i = 0; i < 11; i += 1) {
      const placed = i < count;
      const x = placed ? left + 50 + i * beadWidth : right - 50 - (10 - i) * beadWidth;
      body += bead(x, y, placed ? (i === count - 1 ? POM : SEA) : PAPER, placed ? INK : DUNE);
    }
  });
  const frame = rect(left - 64, 0, 26, H, INK) + rect(right + 38, 0, 26, H, INK);
  const grainLines = rows(-10, W + 10, 0, H, 24, (x, y) => 9 * Math.sin(x / 260 + y / 90));
  const n = noise(2);
  return { ground: SAND, body: ink(engrave(grainLines, 24, (x, y) => clamp(0.1 + 0.13 * n(x / 300, y / 40), 0, 0.3), DUNE, 0.5)) + ink(frame + body) };
}

/** Butas of one family, each with its own inner life. */
function hr() {
  const people = [
    [360, 830, 560, 1, SEA, SAND, 0.05], [760, 720, 720, 1, POM, SAND, 0], [1190, 810, 600, -1, INK, ROSE, -0.05],
    [1490, 950, 380, -1, SEA, MIST, -0.1], [95, 1010, 330, 1, ROSE, POM, 0.12],
  ];
  const order = [4, 3, 0, 2, 1];
  const body = order.map((i) => {
    const [x, y, size, curl, colour, light, turn] = people[i];
    const at = (by) => buta(x, y, size, { inset: by, curl: curl * 1.2, turn });
    const shape = (by) => line(at(by), true);
    const outer = shape(-14), full = shape(0);
    const contour = range(9, (k) => at(22 + k * size * 0.034)).filter((points) => points.length > 20);
    const fill = [
      () => contour.map((points) => stroke(line(points, true), light, 5)).join(''),
      () => contour.filter((_, k) => k % 3 === 0).map((points) => stroke(line(points, true), light, 8)).join('')
        + range(46, (k) => { const p = at(20 + size * 0.05), q = p[Math.floor((k / 46) * (p.length - 1))]; return circle(q[0], q[1], 7, light); }).join(''),
      () => engrave(rows(x - size, x + size, y - size * 1.2, y + size * 0.5, 20, (px) => 12 * Math.sin(px / 40)), 20, (px) => clamp(0.3 + 0.4 * smooth(x + size * 0.3, x - size * 0.3, px)), light, 0.5),
      () => engrave(rings(x, y, 0, size, 20), 20, () => 0.4, light, 0.5),
      () => contour.map((points) => stroke(line(points, true), light, 6)).join(''),
    ][i]();
    const heart = circle(x, y, size * 0.085, colour) + circle(x, y, size * 0.055, light);
    return path(outer, SAND) + path(full, colour) + clip(full, fill) + (i === 3 || i === 2 ? '' : heart);
  }).join('');
  const ground = rows(-10, W + 10, 20, H, 30, (x, y) => 12 * Math.sin(x / 210 + y / 160));
  return {
    ground: SAND,
    body: ink(engrave(ground, 30, (x, y) => 0.05 + 0.1 * smooth(500, 1200, y), DUNE, 0.5)) + ink(body),
  };
}

export default [['audit', audit], ['valuation', valuation], ['tax-legal', taxLegal], ['consulting', consulting], ['accounting', accounting], ['hr', hr]]
  .map(([name, draw]) => ({ name: `content/media/services/${name}.jpg`, width: W, height: H, limit: 200_000, draw }));
