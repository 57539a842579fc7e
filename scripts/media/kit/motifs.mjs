// What the pictures are made of: the sea, the wind, the buta, the towers, the old city, the carpet.
import { INK, PAPER, SAND, SEA, bell, circlePoints, clamp, clip, cubic, lerp, line, noise, path, range, rect, smooth } from './base.mjs';
import { between, engrave, ribbon, rows } from './engrave.mjs';

/** Lines of a sea seen from the shore: tight at the horizon, wide and swelling in front. */
export function seaLines({ x0 = -20, x1, top, bottom, count, power = 1.7, swell = 26, seed = 1, step = 6 }) {
  const wobble = noise(seed),
    slow = noise(seed + 7);
  return range(count, (k) => {
    const depth = ((k + 0.6) / count) ** power;
    const y = lerp(top, bottom, depth);
    const size = swell * (0.08 + depth),
      long = lerp(140, 520, depth);
    return range(Math.ceil((x1 - x0) / step) + 1, (i) => {
      const x = x0 + i * step;
      const phase = slow(x / (long * 2.6), k * 0.23) * 5 + k * 0.55;
      const crest = Math.sin((x / long) * Math.PI * 2 + phase);
      return [
        x,
        y + (crest + 0.28 * Math.sin(2 * ((x / long) * Math.PI * 2 + phase) + 1.2)) * size * (0.6 + 0.4 * wobble(x / 300, k * 0.3)),
      ];
    });
  });
}

/** The gap between neighbouring sea lines, for `engrave`. */
export const seaGap =
  ({ top, bottom, count, power = 1.7 }) =>
  (_x, _y, k) =>
    (bottom - top) * (((k + 1.6) / count) ** power - ((k + 0.6) / count) ** power);

/** Tone of water: long quiet patches of light and dark. */
export function waterTone(seed, base = 0.5, depth = 0.32, long = 420, tall = 60) {
  const field = noise(seed),
    fine = noise(seed + 3);
  return (x, y) => base + depth * field(x / long, y / tall) + depth * 0.35 * fine(x / (long / 4), y / (tall / 2));
}

/** Khazri: lines that stream past and are pressed up by what stands in the way. */
export function windLines({ x0 = -20, x1, y0, y1, count, ground = () => 1e6, reach = 220, seed = 1, sway = 26, step = 6 }) {
  const drift = noise(seed);
  return range(count, (k) => {
    const y = lerp(y0, y1, (k + 0.5) / count);
    return range(Math.ceil((x1 - x0) / step) + 1, (i) => {
      const x = x0 + i * step;
      const free = y + drift(x / 620, y / 260) * sway + Math.sin(x / 340 + y / 90) * sway * 0.25;
      const room = ground(x) - free; // distance to the obstacle below
      return [x, room > reach ? free : free - reach * 0.5 * smooth(reach, -reach, room) ** 1.5];
    });
  });
}

/** Gusts: where along a wind line ink is laid. */
export function gusts(seed, density = 0.1, long = 500) {
  const field = noise(seed);
  return (x, y, k) => {
    const g = field(x / long + k * 3.7, k * 1.9);
    return clamp((g + density) * 1.6, 0, 1);
  };
}

/** The spine of a buta: from the middle of its belly to its curled tip. */
function butaSpine(size, curl = 1, n = 64) {
  let x = 0,
    y = 0,
    angle = -Math.PI / 2 - 0.22 * curl;
  const points = [];
  for (let i = 0; i <= n; i += 1) {
    const t = i / n;
    points.push([x, y, angle, size * 0.352 * (1 - t) ** 0.8 * (1 + 0.12 * Math.sin(t * 3)) * (1 - 0.5 * smooth(0.5, 0.96, t))]);
    angle += (curl * (0.18 + 3.3 * t ** 2.1)) / n;
    if (t > 0.62) angle += (curl * 13 * (t - 0.62)) / n;
    x += (Math.cos(angle) * (size * 0.98)) / n;
    y += (Math.sin(angle) * (size * 0.98)) / n;
  }
  return points;
}

/** Outline of a buta around the middle of its belly, `inset` within. */
export function buta(cx, cy, size, { inset = 0, curl = 1, turn = 0 } = {}) {
  const spine = butaSpine(size, curl);
  const left = [],
    right = [];
  let first;
  spine.forEach(([x, y, angle, r], i) => {
    const next = spine[Math.min(spine.length - 1, i + 1)],
      last = spine[Math.max(0, i - 1)];
    const step = Math.hypot(next[0] - last[0], next[1] - last[1]) || 1;
    const slope = clamp((next[3] - last[3]) / step, -0.97, 0.97);
    const radius = r - inset;
    if (radius <= 0) return;
    const back = Math.acos(-slope);
    const at = (side) => [x + Math.cos(angle + side * back) * radius, y + Math.sin(angle + side * back) * radius];
    first ??= { x, y, angle, radius, back };
    left.push(at(-1));
    right.push(at(1));
  });
  if (!first) return [];
  const belly = circlePoints(first.x, first.y, first.radius, 60, first.angle + first.back, first.angle + Math.PI * 2 - first.back);
  const outline = [...belly, ...left, ...right.reverse()];
  const c = Math.cos(turn),
    s = Math.sin(turn);
  return outline.map(([x, y]) => [cx + x * c - y * s, cy + x * s + y * c]);
}

/** How far a point is outside (positive) or inside (negative) a buta. */
export function butaDistance(cx, cy, size, { curl = 1, turn = 0 } = {}) {
  const spine = butaSpine(size, curl, 90);
  const c = Math.cos(-turn),
    s = Math.sin(-turn);
  return (px, py) => {
    const dx = px - cx,
      dy = py - cy;
    const x = dx * c - dy * s,
      y = dx * s + dy * c;
    let best = Infinity;
    for (const [sx, sy, , r] of spine) best = Math.min(best, Math.hypot(x - sx, y - sy) - r);
    return best;
  };
}

/** A flame tower: two curved edges that meet in a leaning tip. */
export function flame({ x, base, width, height, lean = 0, belly = 0.14 }) {
  const tip = [x + lean * width, base - height];
  const left = cubic(
    [x - width / 2, base],
    [x - width * (0.5 + belly), base - height * 0.45],
    [tip[0] - width * (0.42 - lean * 0.3), base - height * 0.8],
    tip,
  );
  const right = cubic(
    [x + width / 2, base],
    [x + width * (0.5 + belly), base - height * 0.38],
    [tip[0] + width * (0.3 + lean * 0.2), base - height * 0.74],
    tip,
  );
  return { left, right, outline: [...left, ...[...right].reverse()], tip, base, x, width, height };
}

/** Draws a flame tower as a solid with engraved ribs and floors. */
export function flameTower(tower, { fill, rib, light, ribs = 9, floors = 0, side = 1 }) {
  const d = line(tower.outline, true);
  const lines = between(tower.left, tower.right, ribs);
  const gap = (x, y) => (tower.width / ribs) * clamp(((y - (tower.base - tower.height)) / tower.height) * 1.3 + 0.05, 0.05, 1);
  const across = (x) => clamp(0.5 + (side * (x - tower.x)) / tower.width);
  const body = engrave(lines, gap, (x) => lerp(0.1, 0.74, across(x)), rib, 0.25);
  const decks = floors
    ? engrave(
        rows(tower.x - tower.width, tower.x + tower.width, tower.base - tower.height, tower.base, tower.height / floors),
        tower.height / floors,
        (x) => lerp(0.0, 0.4, across(x)),
        light,
        0.4,
      )
    : '';
  return path(d, fill) + clip(d, body + decks);
}

/** Crenellated wall of the old city: top edge as points, from x0 to x1. */
export function battlements(x0, x1, top, { merlon = 34, gap = 22, height = 34 } = {}) {
  const points = [];
  for (let x = x0; x < x1; x += merlon + gap) {
    const end = x + merlon;
    points.push(
      [x, top],
      [x, top - height * 0.62],
      ...circlePoints(x + merlon / 2, top - height * 0.62, merlon / 2, 14, Math.PI, Math.PI * 2),
      [end, top],
    );
  }
  points.push([x1, top]);
  return points;
}

/** The Maiden Tower: a round body, its long spur and the ringed upper courses. */
export function maidenTower({ x, base, width, height, dark = INK, light = SAND, mid = SEA }) {
  const w = width / 2;
  const top = base - height;
  const body = [
    [x - w, base],
    [x - w * 0.96, top + height * 0.5],
    [x - w * 0.93, top],
    [x + w * 0.93, top],
    [x + w * 0.96, top + height * 0.5],
    [x + w, base],
  ];
  const spurTop = top + height * 0.07;
  const spur = [
    [x + w * 0.55, base],
    [x + w * 0.55, spurTop],
    [x + w * 1.72, spurTop + height * 0.02],
    [x + w * 1.86, base],
  ];
  const d = line(body, true),
    s = line(spur, true);
  const curve = (k) => (px) => k * (1 - ((px - x) / w) ** 2);
  const courses = rows(x - w * 1.02, x + w * 1.02, top - 20, base, height / 34, curve(height * 0.022), 4);
  const shade = (px) => clamp(0.16 + 0.8 * ((px - (x - w)) / (2 * w)) ** 1.4);
  const ringed = (px, py) => shade(px) * (py < top + height * 0.5 ? 1 : 0.55) + (py < top + height * 0.5 ? 0.12 : 0);
  const lip = range(61, (i) => [
    lerp(x - w * 0.93, x + w * 0.93, i / 60),
    top + curve(height * 0.02)(lerp(x - w, x + w, i / 60)) - height * 0.003,
  ]);
  const spurLines = rows(x + w * 0.5, x + w * 2, spurTop, base, height / 34, undefined, 4);
  const window_ = (wx, wy) => rect(x + wx * w, top + wy * height, w * 0.09, height * 0.045, light);
  return (
    path(s, mid) +
    clip(
      s,
      engrave(spurLines, height / 34, (px) => clamp(0.42 + (0.5 * (px - x - w * 0.55)) / (w * 1.3)), dark),
    ) +
    path(d, light) +
    clip(d, engrave(courses, height / 34, ringed, dark) + path(line([...lip, [x + w, top - 30], [x - w, top - 30]], true), 'none')) +
    path(line([...lip, ...[...lip].reverse().map(([px]) => [px, top - curve(height * 0.012)(px) + height * 0.004])], true), dark) +
    clip(d, window_(-0.2, 0.3).replace(light, dark) + window_(-0.16, 0.52).replace(light, dark) + window_(-0.2, 0.72).replace(light, dark))
  );
}

/** A woven field: `colour(column, row)` decides every knot. */
export function weave(x0, y0, x1, y1, knot, colour, gap = 0.14) {
  const byColour = new Map();
  const columns = Math.ceil((x1 - x0) / knot),
    lines = Math.ceil((y1 - y0) / knot);
  const g = knot * gap;
  for (let r = 0; r < lines; r += 1) {
    for (let c = 0; c < columns; c += 1) {
      const paint = colour(c, r, x0 + (c + 0.5) * knot, y0 + (r + 0.5) * knot);
      if (!paint) continue;
      const x = x0 + c * knot + g / 2,
        y = y0 + r * knot + g / 2,
        s = knot - g;
      const d = `M${x.toFixed(1)} ${y.toFixed(1)}h${s.toFixed(1)}v${s.toFixed(1)}h${(-s).toFixed(1)}z`;
      byColour.set(paint, (byColour.get(paint) ?? '') + d);
    }
  }
  return [...byColour].map(([paint, d]) => path(d, paint)).join('');
}

/** A stepped medallion (göl) as a distance in knots: 0 in the middle, 1 at its edge. */
export const medallion = (c, r, cx, cy, rx, ry, stair = 2) => {
  const x = (Math.floor(Math.abs(c - cx) / stair) * stair) / rx,
    y = (Math.floor(Math.abs(r - cy) / stair) * stair) / ry;
  return Math.max(x + y * 0.62, y + x * 0.62, (x + y) * 0.86);
};

/** Rays of an eight-pointed star as a polygon. */
export function star(cx, cy, outer, inner, points = 8, turn = 0) {
  return range(points * 2, (i) => {
    const r = i % 2 ? inner : outer,
      a = (i / (points * 2)) * Math.PI * 2 + turn - Math.PI / 2;
    return [cx + Math.cos(a) * r, cy + Math.sin(a) * r];
  });
}

export { PAPER, bell, ribbon };
