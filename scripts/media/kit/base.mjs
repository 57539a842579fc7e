// Palette, seeded randomness and the small maths every picture shares.

export const INK = '#12242F';
export const PAPER = '#F7F2E8';
export const SAND = '#E3D3B4';
export const DUNE = '#CDB88F'; // sand in shade
export const SEA = '#1F4A5A';
export const MIST = '#8FA9AC'; // sea far away
export const POM = '#9E2238';
export const ROSE = '#D98C86'; // pomegranate printed thin
export const MID = '#6B7A82'; // ink that reads on paper and on the dark ground

/** Deterministic random numbers in [0, 1). */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const clamp = (x, low = 0, high = 1) => Math.min(high, Math.max(low, x));
export const lerp = (a, b, t) => a + (b - a) * t;
export const smooth = (low, high, x) => {
  const t = clamp((x - low) / (high - low));
  return t * t * (3 - 2 * t);
};
export const range = (n, f = (i) => i) => Array.from({ length: n }, (_, i) => f(i));
/** A bell of height 1 around `centre`. */
export const bell = (x, centre, width) => Math.exp(-(((x - centre) / width) ** 2));

/** Smooth value noise in two dimensions, about -1 to 1. */
export function noise(seed) {
  const hash = (x, y) => {
    let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed + 1, 2246822519);
    h = Math.imul(h ^ (h >>> 13), 1274126177);
    return (((h ^ (h >>> 16)) >>> 0) / 4294967295) * 2 - 1;
  };
  const fade = (t) => t * t * t * (t * (t * 6 - 15) + 10);
  return (x, y = 0) => {
    const xi = Math.floor(x),
      yi = Math.floor(y);
    const u = fade(x - xi),
      v = fade(y - yi);
    return lerp(lerp(hash(xi, yi), hash(xi + 1, yi), u), lerp(hash(xi, yi + 1), hash(xi + 1, yi + 1), u), v);
  };
}

const number = (x) => (Math.round(x * 10) / 10).toString();
/** Path data through points. */
export const line = (points, close = false) =>
  points.map(([x, y], i) => `${i ? 'L' : 'M'}${number(x)} ${number(y)}`).join('') + (close ? 'Z' : '');

/** Points of a cubic Bézier. */
export function cubic([x0, y0], [x1, y1], [x2, y2], [x3, y3], n = 60) {
  return range(n + 1, (i) => {
    const t = i / n,
      s = 1 - t;
    const a = s * s * s,
      b = 3 * s * s * t,
      c = 3 * s * t * t,
      d = t * t * t;
    return [a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3];
  });
}

export const circlePoints = (cx, cy, r, n = 120, from = 0, to = Math.PI * 2) =>
  range(n + 1, (i) => {
    const a = lerp(from, to, i / n);
    return [cx + Math.cos(a) * r, cy + Math.sin(a) * r];
  });

/** SVG elements as strings. */
export const path = (d, fill, extra = '') => `<path d="${d}" fill="${fill}" ${extra}/>`;
export const stroke = (d, colour, width, extra = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`;
export const rect = (x, y, w, h, fill, extra = '') =>
  `<rect x="${number(x)}" y="${number(y)}" width="${number(w)}" height="${number(h)}" fill="${fill}" ${extra}/>`;
export const circle = (cx, cy, r, fill, extra = '') =>
  `<circle cx="${number(cx)}" cy="${number(cy)}" r="${number(r)}" fill="${fill}" ${extra}/>`;
export const group = (body, extra = '') => `<g ${extra}>${body}</g>`;

let clips = 0;
/** Restricts `body` to the shape with path data `d`. */
export function clip(d, body) {
  const id = `clip${(clips += 1)}`;
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${body}</g>`;
}
