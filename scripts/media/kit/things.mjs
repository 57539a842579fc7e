// Things of the place: derricks, cranes, pomegranates, rosettes.
import {
  INK,
  PAPER,
  POM,
  ROSE,
  SAND,
  circle,
  circlePoints,
  clamp,
  clip,
  group,
  lerp,
  line,
  path,
  random,
  range,
  smooth,
  stroke,
} from './base.mjs';
import { engrave } from './engrave.mjs';

/** A lattice derrick standing on `base`. */
export function derrick(x, base, width, height, colour) {
  const bays = 7,
    top = width * 0.16;
  const half = (t) => lerp(width / 2, top / 2, t);
  const steps = range(bays + 1, (i) => 1 - (1 - i / bays) ** 1.25);
  let d = '';
  for (let i = 0; i < bays; i += 1) {
    const [a, b] = [steps[i], steps[i + 1]],
      ya = base - a * height,
      yb = base - b * height;
    d += `M${x - half(a)} ${ya}L${x + half(b)} ${yb}M${x + half(a)} ${ya}L${x - half(b)} ${yb}M${x - half(b)} ${yb}H${x + half(b)}`;
  }
  const legs = `M${x - half(0)} ${base}L${x - half(1)} ${base - height}M${x + half(0)} ${base}L${x + half(1)} ${base - height}`;
  const crown = `M${x - top * 0.9} ${base - height}H${x + top * 0.9}M${x} ${base - height}V${base - height - 34}`;
  return stroke(d, colour, width * 0.022) + stroke(legs + crown, colour, width * 0.045);
}

/** A tower crane: mast at x, jib to the left. */
export function crane(x, base, height, colour) {
  const top = base - height,
    w = 26;
  const mast = range(
    Math.floor(height / 44),
    (i) => `M${x - w / 2} ${base - i * 44}L${x + w / 2} ${base - (i + 1) * 44}H${x - w / 2}`,
  ).join('');
  const jib = range(14, (i) => `M${x - 40 - i * 34} ${top + 30}L${x - 57 - i * 34} ${top + 4}L${x - 74 - i * 34} ${top + 30}`).join('');
  return (
    stroke(mast, colour, 3.4) +
    stroke(
      `M${x - w / 2} ${base}V${top + 30}M${x + w / 2} ${base}V${top + 30}M${x - 520} ${top + 30}H${x + 200}M${x - 500} ${top + 4}H${x - 40}M${x} ${top + 30}V${top - 60}M${x} ${top - 60}L${x - 330} ${top + 4}M${x} ${top - 60}L${x + 180} ${top + 30}`,
      colour,
      5,
    ) +
    stroke(jib, colour, 3) +
    path(`M${x + 130} ${top + 30}h66v56h-66z`, colour) +
    stroke(`M${x - 400} ${top + 30}V${top + 190}`, colour, 3) +
    path(`M${x - 430} ${top + 190}h60v26h-60z`, colour)
  );
}

/** A pomegranate, whole or cut open. */
export function pomegranate(x, y, r, { open = false, turn = 0, skin = POM, shade = INK, seed = 1 } = {}) {
  const bulge = (a) => r * (1 + 0.045 * Math.cos(6 * a) + 0.03 * Math.cos(2 * a));
  const outline = range(121, (i) => {
    const a = (i / 120) * Math.PI * 2;
    return [x + Math.cos(a) * bulge(a), y + Math.sin(a) * bulge(a) * 0.95];
  });
  const d = line(outline, true);
  const crown = `M${x - r * 0.16} ${y - r * 0.86}C${x - r * 0.14} ${y - r * 1.1} ${x - r * 0.3} ${y - r * 1.26} ${x - r * 0.36} ${y - r * 1.38}L${x - r * 0.13} ${y - r * 1.22}L${x} ${y - r * 1.42}L${x + r * 0.13} ${y - r * 1.22}L${x + r * 0.36} ${y - r * 1.38}C${x + r * 0.3} ${y - r * 1.26} ${x + r * 0.14} ${y - r * 1.1} ${x + r * 0.16} ${y - r * 0.86}Z`;
  const body = open ? cutOpen(x, y, r, seed) : whole(x, y, r, shade);
  return group(path(crown, skin) + path(d, skin) + clip(d, body), `transform="rotate(${((turn * 180) / Math.PI).toFixed(1)} ${x} ${y})"`);
}

function whole(x, y, r, shade) {
  const meridians = range(15, (k) => {
    const u = ((k + 0.5) / 15) * 2 - 1;
    return range(50, (i) => {
      const v = (i / 49) * 2 - 1;
      return [x + r * 1.06 * u * Math.sqrt(Math.max(0, 1 - v * v)), y + v * r];
    });
  });
  return engrave(
    meridians,
    r / 7.2,
    (px, py) => clamp(0.06 + 0.7 * smooth(-0.4, 0.95, ((px - x) / r) * 0.8 + ((py - y) / r) * 0.5)),
    shade,
    0.5,
  );
}

function cutOpen(x, y, r, seed) {
  const rnd = random(seed * 91 + 3);
  const chambers = range(6, (k) => {
    const a = (k / 6) * Math.PI * 2 + 0.3;
    return path(line(circlePoints(x + Math.cos(a) * r * 0.5, y + Math.sin(a) * r * 0.48, r * 0.29, 40), true), POM);
  }).join('');
  const seeds = range(6, (k) =>
    range(13, (i) => {
      const a = (k / 6) * Math.PI * 2 + 0.3,
        spin = i * 2.4,
        rad = r * 0.066 * Math.sqrt(i + 0.3) * 1.02;
      const px = x + Math.cos(a) * r * 0.5 + Math.cos(spin) * rad,
        py = y + Math.sin(a) * r * 0.48 + Math.sin(spin) * rad;
      return circle(px, py, r * 0.05, rnd() < 0.3 ? PAPER : ROSE);
    }).join(''),
  ).join('');
  return circle(x, y, r * 0.9, SAND) + circle(x, y, r * 0.86, PAPER) + chambers + seeds + circle(x, y, r * 0.09, SAND);
}

/** A rosette of interlaced lines. */
export function guilloche(cx, cy, { from, to, lobes, lines, swing, colour, width }) {
  const middle = (from + to) / 2,
    reach = (to - from) / 2;
  return range(lines, (k) => {
    const phase = (k / lines) * Math.PI * 2;
    const points = range(lobes * 26 + 1, (i) => {
      const a = (i / (lobes * 26)) * Math.PI * 2;
      const r = middle + (reach - swing * 0.5) * Math.sin((a * lobes) / 2 + phase) * 0.72 + swing * 0.5 * Math.sin(a * lobes + phase * 2);
      return [cx + Math.cos(a) * r, cy + Math.sin(a) * r];
    });
    return stroke(line(points), colour, width);
  }).join('');
}
