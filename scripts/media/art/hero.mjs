// Four hero pictures, 1920 x 1080. The upper left stays quiet: text stands there.
import { DUNE, INK, MIST, PAPER, POM, ROSE, SAND, SEA, bell, circle, clamp, clip, group, line, noise, path, range, rect, smooth } from '../kit/base.mjs';
import { engrave, rows } from '../kit/engrave.mjs';
import { battlements, butaDistance, flame, flameTower, gusts, maidenTower, seaGap, seaLines, waterTone, weave, windLines } from '../kit/motifs.mjs';

const W = 1920, H = 1080;
const ink = (body, extra = '') => group(body, `filter="url(#ink)" ${extra}`);

/** Dawn over the Caspian. */
function dawn() {
  const horizon = 664, sun = { x: 1392, y: 452, r: 236 };
  const sea = { x1: W + 20, top: horizon + 6, bottom: H + 40, count: 27, power: 1.75, swell: 24, seed: 4 };
  const lines = seaLines(sea), gap = seaGap(sea), water = waterTone(8, 0.56, 0.3, 520, 70);
  const glitter = (x, y) => bell(x, sun.x + 30 * Math.sin(y / 37), 90 + (y - horizon) * 0.55);
  const disc = circle(sun.x, sun.y, sun.r, POM);
  const breeze = windLines({ x1: W, y0: 120, y1: horizon - 20, count: 19, seed: 12, sway: 20 });
  const gust = gusts(31, -0.06, 620);
  const right = (x) => smooth(760, 1180, x);
  const shore = range(200, (i) => [940 + i * 5, horizon - Math.max(0, 26 * bell(i, 120, 46) + 12 * bell(i, 60, 30) + 3 * Math.sin(i / 6))]);
  return {
    ground: PAPER,
    body: ink(disc)
      + engrave(breeze, 27, (x, y, k) => gust(x, y, k) * 0.5 * right(x), PAPER, 0.5)
      + ink(engrave(breeze.map((l) => l.map(([x, y]) => [x, y + 13])), 27, (x, y, k) => gust(x + 300, y, k + 5) * 0.16 * right(x) * (Math.hypot(x - sun.x, y - sun.y) > sun.r + 6), DUNE, 0.5))
      + ink(path(line([...shore, [W, horizon + 6], [940, horizon + 6]], true), MIST))
      + rect(0, horizon, W, H, SAND)
      + ink(engrave(lines, gap, (x, y) => clamp(water(x, y), 0.12, 0.86) * (1 - 0.78 * glitter(x, y)), SEA, 0.5))
      + ink(engrave(lines.map((l) => l.map(([x, y]) => [x + 3, y + 2])), gap, (x, y) => 0.62 * glitter(x, y) * (0.45 + water(x * 2.2, y)), POM, 0.8))
      + ink(engrave(lines.slice(11), (x, y, k) => gap(x, y, k + 11), (x, y) => clamp(water(x + 900, y + 70) - 0.5, 0, 1) * 1.3 * smooth(760, 1000, y), INK, 0.6)),
  };
}

/** Three towers like flames over the bay. */
function towers() {
  const sea = { x1: W + 20, top: 846, bottom: H + 30, count: 13, power: 1.45, swell: 15, seed: 9 };
  const water = waterTone(18, 0.5, 0.3, 480, 60);
  const left = flame({ x: 1150, base: 850, width: 186, height: 572, lean: 0.42, belly: 0.1 });
  const middle = flame({ x: 1424, base: 850, width: 216, height: 752, lean: -0.26, belly: 0.1 });
  const right = flame({ x: 1688, base: 850, width: 194, height: 622, lean: -0.5, belly: 0.1 });
  const hill = range(241, (i) => {
    const x = 760 + i * 5;
    return [x, 866 - 76 * smooth(760, 1250, x) - 24 * bell(x, 1500, 260) + 5 * Math.sin(x / 60)];
  });
  const terraces = rows(700, W, 740, 880, 13, (x) => 60 * (1 - smooth(780, 1400, x)), 6);
  const breeze = windLines({ x1: W, y0: 110, y1: 800, count: 22, seed: 14, sway: 16 }), gust = gusts(23, 0.02, 560);
  const hillPath = line([...hill, [W, 900], [760, 900]], true);
  return {
    ground: PAPER,
    body: ink(circle(1432, 560, 400, SAND))
      + engrave(breeze, 30, (x, y, k) => gust(x, y, k) * 0.3 * smooth(1000, 1180, x), PAPER, 0.6)
      + ink(engrave(breeze, 30, (x, y, k) => gust(x, y, k) * 0.13 * smooth(820, 1080, x) * (Math.hypot(x - 1432, y - 560) > 404), DUNE, 0.5))
      + ink(flameTower(left, { fill: SEA, rib: INK, light: MIST, ribs: 9 }))
      + ink(flameTower(right, { fill: SEA, rib: INK, light: MIST, ribs: 9 }))
      + ink(flameTower(middle, { fill: POM, rib: INK, light: ROSE, ribs: 12 }))
      + ink(path(hillPath, INK)) + clip(hillPath, engrave(terraces, 13, (x, y) => 0.34 * smooth(900, 1300, x) * smooth(890, 800, y), SAND, 0.5))
      + rect(0, 866, W, H, SAND)
      + ink(engrave(seaLines(sea), seaGap(sea), (x, y) => clamp(water(x, y) + 0.25 * smooth(900, 1200, x) * smooth(1040, 880, y), 0.1, 0.86), SEA, 0.5))
      + ink(engrave(seaLines({ ...sea, seed: 9 }).map((l) => l.map(([x, y]) => [x, y + 3])), seaGap(sea), (x, y) => 0.62 * bell(x, 1432 + 14 * Math.sin(y / 13), 64 + (y - 860) * 0.3), POM, 0.8)),
  };
}

/** A carpet cropped so close that one buta fills the wall. */
function carpet() {
  const knot = 8, edge = 808;
  const big = butaDistance(1450, 744, 850, { curl: 1.1 }), small = butaDistance(1446, 780, 350, { curl: 1.1 });
  const sprig = (c, r, size, paint, heart) => {
    const shift = Math.floor(c / size) % 2 ? size / 2 : 0;
    const u = ((c % size) + size) % size - size / 2, v = (((r + shift) % size) + size) % size - size / 2;
    const m = Math.abs(u) + Math.abs(v), cross = Math.min(Math.abs(u), Math.abs(v));
    if (m === 0) return heart;
    if (m === 2 && cross === 0) return paint;
    return m === 3 && cross === 1 ? paint : undefined;
  };
  const border = (c, r) => {
    if (c < 2) return POM;
    if (c < 4) return SAND;
    if (c > 15) return c < 18 ? SAND : c < 20 ? POM : undefined;
    const u = Math.abs(c - 9.5), v = Math.abs(((r + 300) % 16) - 7.5);
    const m = u + v;
    if (m < 2) return SAND;
    if (m < 5) return POM;
    if (m < 7) return SAND;
    return INK;
  };
  const pattern = (c, r, x, y) => {
    const d = big(x, y), e = small(x, y);
    if (e < -66) return (c + r * 3) % 5 === 0 ? SAND : POM;
    if (e < -50) return INK;
    if (e < -26) return SAND;
    if (e < 0) return Math.floor((Math.atan2(y - 780, x - 1446) * 9)) % 2 ? POM : ROSE;
    if (e < 18) return SAND;
    if (d < -108) return sprig(c + 3, r + 5, 12, ROSE, SAND) ?? INK;
    if (d < -90) return SAND;
    if (d < -52) return Math.floor((Math.atan2(y - 700, x - 1450) * 14)) % 2 ? POM : SEA;
    if (d < -34) return SAND;
    if (d < 0) return POM;
    if (d < 18) return SAND;
    if (d < 32) return INK;
    return border(c, r) ?? sprig(c, r, 18, MIST, SAND) ?? SEA;
  };
  const rnd = noise(6);
  const fringe = range(92, (k) => {
    const y = k * 12 + 3, long = 60 + 22 * rnd(k * 0.7) + 16 * rnd(k * 2.3, 4);
    return range(20, (i) => [edge - (i / 19) * long, y + Math.sin(i / 5 + k) * 1.6 * (i / 19)]);
  });
  return {
    ground: PAPER,
    body: ink(weave(edge, -4, W + knot, H + knot, knot, pattern, 0.06))
      + ink(engrave(fringe, 12, (x) => 0.4 * smooth(edge - 110, edge - 30, x) + 0.1, DUNE, 0.5)),
  };
}

/** The khazri over the old city. */
function wind() {
  const tower = { x: 1376, base: 930, width: 290, height: 640 };
  const lift = (x, y) => -210 * bell(x, tower.x + 50, 330) * smooth(980, 500, y) * smooth(-60, 420, y);
  const lines = windLines({ x1: W + 20, y0: 90, y1: 850, count: 30, seed: 21, sway: 30 }).map((l) => l.map(([x, y]) => [x, y + lift(x, y)]));
  const gust = gusts(5, 0.02, 560), hot = gusts(77, -0.32, 700);
  const right = (x, y) => smooth(620, 1120, x) * 0.85 + 0.15 * smooth(420, 640, y);
  const wall = battlements(-20, W + 60, 892, { merlon: 58, gap: 20, height: 74 });
  const wallPath = line([...wall, [W + 40, H], [-10, H]], true);
  const stones = rows(-10, W + 20, 908, H + 20, 21, (x, y) => 1.6 * Math.sin(x / 31 + y), 6);
  const chip = noise(40);
  return {
    ground: PAPER,
    body: ink(circle(1572, 480, 184, POM))
      + ink(engrave(lines, 25, (x, y, k) => gust(x, y, k) * 0.34 * right(x, y), SEA, 0.5))
      + ink(engrave(lines.map((l) => l.map(([x, y]) => [x, y + 9])), 25, (x, y, k) => hot(x, y, k) * 0.36 * right(x, y), POM, 0.6))
      + ink(maidenTower(tower))
      + ink(path(wallPath, INK))
      + clip(wallPath, engrave(stones, 21, (x, y) => clamp(0.1 + 0.34 * chip(x / 66, Math.round(y / 21) * 1.7), 0, 0.3) * smooth(1090, 900, y), SAND, 0.6)
        + range(26, (i) => rect(i * 78 + 4, 846, 10, 26, SAND)).join('')),
  };
}

export default [['hero/1', dawn], ['hero/2', towers], ['hero/3', carpet], ['hero/4', wind]]
  .map(([name, draw]) => ({ name: `content/media/${name}.jpg`, width: W, height: H, limit: 320_000, draw }));
