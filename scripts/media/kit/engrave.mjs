// The hand of the whole set: lines whose thickness carries the tone, as in a woodcut or on a banknote.
import { clamp, lerp, line, path, range } from './base.mjs';

/** Outlines of a line through `points`, `half[i]` thick to each side; breaks where it gets thinner than `least`. */
export function ribbon(points, half, least = 0.35) {
  const parts = [];
  let run = [];
  const flush = () => {
    if (run.length > 2)
      parts.push(
        outline(
          run.map((i) => points[i]),
          run.map((i) => half[i]),
        ),
      );
    run = [];
  };
  points.forEach((_, i) => (half[i] >= least ? run.push(i) : flush()));
  flush();
  return parts.join('');
}

function outline(points, half) {
  const left = [],
    right = [];
  points.forEach(([x, y], i) => {
    const [ax, ay] = points[Math.max(0, i - 1)],
      [bx, by] = points[Math.min(points.length - 1, i + 1)];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const nx = -(by - ay) / length,
      ny = (bx - ax) / length;
    left.push([x + nx * half[i], y + ny * half[i]]);
    right.push([x - nx * half[i], y - ny * half[i]]);
  });
  return line([...left, ...right.reverse()], true);
}

/** A family of lines, `spacing` apart, each as thick as `tone(x, y)` (0..1) says. */
export function engrave(lines, spacing, tone, colour, least = 0.35) {
  const gap = typeof spacing === 'function' ? spacing : () => spacing;
  const d = lines.map((points, k) =>
    ribbon(
      points,
      points.map(([x, y]) => (clamp(tone(x, y, k), 0, 0.98) * gap(x, y, k)) / 2),
      least,
    ),
  );
  return path(d.join(''), colour);
}

/** Horizontal lines from y0 to y1, bent by `shift(x, y)`. */
export function rows(x0, x1, y0, y1, spacing, shift = () => 0, step = 5) {
  return range(Math.max(1, Math.round((y1 - y0) / spacing)), (k) => {
    const y = y0 + (k + 0.5) * spacing;
    return range(Math.ceil((x1 - x0) / step) + 1, (i) => [x0 + i * step, y + shift(x0 + i * step, y)]);
  });
}

/** Curves between two edges with the same number of points. */
export function between(a, b, n) {
  return range(n, (k) => {
    const t = (k + 0.5) / n;
    return a.map(([x, y], i) => [lerp(x, b[i][0], t), lerp(y, b[i][1], t)]);
  });
}

/** Concentric rings. */
export function rings(cx, cy, from, to, spacing, squash = 1) {
  return range(Math.floor((to - from) / spacing), (k) => {
    const r = from + (k + 0.5) * spacing;
    const n = Math.max(48, Math.ceil(r / 1.2));
    return range(n + 1, (i) => [cx + Math.cos((i / n) * Math.PI * 2) * r, cy + Math.sin((i / n) * Math.PI * 2) * r * squash]);
  });
}
