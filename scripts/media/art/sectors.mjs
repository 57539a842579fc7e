// One picture per sector the firm works for, 1600 x 1200.
import { DUNE, INK, MIST, PAPER, POM, ROSE, SAND, SEA, bell, circle, clamp, clip, group, lerp, line, noise, path, random, range, rect, smooth, stroke } from '../kit/base.mjs';
import { between, engrave, rows } from '../kit/engrave.mjs';
import { buta, flame, seaGap, seaLines, waterTone, weave } from '../kit/motifs.mjs';
import { crane, derrick, guilloche, pomegranate } from '../kit/things.mjs';

const W = 1600, H = 1200;
const ink = (body, extra = '') => group(body, `filter="url(#ink)" ${extra}`);

/** Derricks on the sea at night, the moon a flame. */
function oilGas() {
  const sea = { x1: W + 20, top: 836, bottom: H + 40, count: 14, power: 1.5, swell: 22, seed: 31 };
  const water = waterTone(5, 0.36, 0.3, 460, 60);
  const flameShape = (by) => line(buta(1130, 480, 520, { inset: by, curl: 1.1 }), true);
  const sky = rows(-10, W + 10, 20, 836, 30, (x, y) => 8 * Math.sin(x / 330 + y / 140));
  const n = noise(6);
  return {
    ground: INK,
    body: ink(engrave(sky, 30, (x, y) => clamp(0.13 + 0.2 * n(x / 420, y / 60), 0, 0.34), SEA, 0.6))
      + ink(path(flameShape(0), POM) + [34, 58, 82, 106, 130, 154].map((by) => stroke(flameShape(by), ROSE, 5)).join(''))
      + ink(derrick(330, 850, 210, 560, SAND) + derrick(700, 850, 150, 400, MIST) + derrick(1360, 850, 170, 450, SAND))
      + ink(rect(190, 836, 300, 16, SAND) + rect(610, 836, 190, 12, MIST) + rect(1240, 836, 250, 14, SAND) + range(6, (k) => rect(200 + k * 55, 850, 8, 70, SAND)).join('') + range(5, (k) => rect(1250 + k * 56, 850, 8, 60, SAND)).join(''))
      + rect(0, 900, W, H, INK)
      + ink(engrave(seaLines({ ...sea, top: 886 }), seaGap({ ...sea, top: 886 }), (x, y) => clamp(water(x, y), 0.08, 0.8), MIST, 0.6))
      + ink(engrave(seaLines({ ...sea, top: 886 }).map((l) => l.map(([x, y]) => [x, y + 4])), seaGap({ ...sea, top: 886 }), (x, y) => 0.7 * bell(x, 1130 + 20 * Math.sin(y / 18), 100 + (y - 880) * 0.4), POM, 0.8)),
  };
}

/** A rosette as on a banknote, grown to the size of a vault door. */
function banking() {
  const at = [800, 600];
  return {
    ground: PAPER,
    body: ink(circle(...at, 520, SEA))
      + ink(guilloche(...at, { from: 400, to: 505, lobes: 30, lines: 7, swing: 22, colour: SAND, width: 4 })
        + guilloche(...at, { from: 240, to: 385, lobes: 16, lines: 9, swing: 46, colour: SAND, width: 4 })
        + circle(...at, 232, POM) + guilloche(...at, { from: 96, to: 214, lobes: 12, lines: 8, swing: 34, colour: SAND, width: 3.6 })
        + circle(...at, 74, PAPER) + circle(...at, 56, INK) + circle(...at, 26, SAND))
      + ink(range(60, (k) => {
        const a = (k / 60) * Math.PI * 2, r = k % 5 ? 548 : 560;
        return circle(at[0] + Math.cos(a) * 548, at[1] + Math.sin(a) * 548, k % 5 ? 5 : 10, r === 560 ? POM : SEA);
      }).join(''))
      + ink(engrave([...rows(-10, W + 10, 10, H, 36)], 36, (x, y) => {
        const d = Math.hypot(x - at[0], y - at[1]);
        return 0.22 * smooth(585, 640, d) * (0.5 + 0.5 * Math.sin(x / 90));
      }, DUNE, 0.5)),
  };
}

/** A tower like a flame, half cast and half still drawn, between finished blocks. */
function construction() {
  const base = 1070, n = noise(4), done = 560;
  const tower = flame({ x: 800, base, width: 400, height: 900, lean: -0.14, belly: 0.1 });
  const whole = line(tower.outline, true);
  const ribs = between(tower.left, tower.right, 11), decks = rows(480, 1120, 150, base, 46, () => 0, 8);
  const block = ([x, w, h, colour, light, way]) => {
    const d = `M${x} ${base}V${base - h + (way > 0 ? 46 : 0)}L${x + w} ${base - h + (way > 0 ? 0 : 46)}V${base}Z`;
    const floors = rows(x - 10, x + w + 10, base - h, base, 30, (px) => (way > 0 ? 1 : -1) * -((px - x) / w) * 6, 6);
    return path(d, colour) + clip(d, engrave(floors, 30, (px) => clamp(0.62 * (way > 0 ? smooth(x, x + w, px) : smooth(x + w, x, px)) + 0.06, 0.06, 0.66), light, 0.5));
  };
  const left = [[-40, 190, 520, SEA, SAND, 1], [150, 170, 360, SAND, SEA, 1], [318, 190, 610, INK, MIST, 1]];
  const right = [[1460, 190, 470, INK, SAND, -1], [1290, 172, 330, SAND, SEA, -1], [1106, 186, 560, SEA, SAND, -1]];
  const sky = rows(-10, W + 10, 30, base, 36, (x, y) => 10 * Math.sin(x / 300 + y / 200));
  return {
    ground: PAPER,
    body: ink(circle(860, 470, 380, SAND)) + ink(engrave(sky, 36, (x, y) => clamp(0.16 * n(x / 380, y / 70) + 0.03, 0, 0.2) * (Math.hypot(x - 860, y - 470) > 390), DUNE, 0.5))
      + ink(crane(1056, base, 1000, INK)) + ink(left.map(block).join('') + right.map(block).join(''))
      + clip(whole, clip(`M0 0H${W}V${done}H0Z`, ink(path(`M0 ${done - 230}H${W}V${H}H0Z`, ROSE, 'opacity=".28"') + range(ribs.length, (k) => stroke(line(ribs[k]), INK, 5)).join('') + decks.map((deck) => stroke(line(deck), INK, 4)).join(''))))
      + ink(stroke(line(tower.left), INK, 6) + stroke(line(tower.right), INK, 6))
      + clip(`M0 ${done}H${W}V${H}H0Z`, ink(path(whole, POM)) + clip(whole, ink(engrave(ribs, (x, y) => 44 * smooth(140, 700, y), (x, y, k) => 0.1 + 0.55 * (k / 11), INK, 0.5) + decks.map((deck) => stroke(line(deck), ROSE, 2.5)).join(''))))
      + ink(rect(560, done - 7, 470, 14, INK))
      + ink(path(`M0 ${base}H${W}V${H}H0Z`, INK) + engrave(rows(-10, W + 10, base + 10, H, 24, (x) => 3 * Math.sin(x / 50)), 24, (x, y) => clamp(0.1 + 0.24 * n(x / 160, y / 22), 0, 0.4), SAND, 0.6)),
  };
}

/** A market of pomegranates. */
function retail() {
  const rnd = random(11);
  const cell = 400;
  const pieces = range(5, (c) => range(4, (r) => {
    const x = c * cell + (r % 2 ? 0 : -cell / 2) + 200, y = r * 345 + 85;
    const open = (c * 2 + r * 3) % 4 === 1;
    return pomegranate(x, y, 142, { open, turn: (rnd() - 0.5) * 0.5, skin: (c + r) % 3 === 0 ? ROSE : POM, shade: (c + r) % 3 === 0 ? POM : INK, seed: c * 7 + r });
  }).join('')).join('');
  const cloth = rows(-10, W + 10, 0, H, 30, (x, y) => 7 * Math.sin(x / 120 + y / 80));
  return { ground: SEA, body: ink(engrave(cloth, 30, () => 0.16, INK, 0.5)) + ink(pieces) };
}

/** Rails of the corridor, bundled and woven. */
function transport() {
  const bundle = (f, colour, n, gap, width) => range(n, (k) => stroke(line(range(200, (i) => f(i / 199, (k - (n - 1) / 2) * gap))), colour, width)).join('');
  const strand = (a, b, sway, phase) => (t, off) => {
    const x = lerp(-60, W + 60, t);
    const y = lerp(a, b, smooth(0.08, 0.92, t)) + sway * Math.sin(t * 5 + phase);
    return [x + off * 0.25, y + off];
  };
  const ties = (f, colour, half, every) => range(every, (i) => {
    const t = (i + 0.5) / every, p = f(t, -half), q = f(t, half);
    return stroke(line([p, q]), colour, 7);
  }).join('');
  const bed = (f, colour, half) => path(line([...range(200, (i) => f(i / 199, -half)), ...range(200, (i) => f(1 - i / 199, half))], true), colour);
  const one = strand(250, 880, 60, 0), two = strand(980, 330, 50, 2), three = strand(600, 640, 190, 1.1), four = strand(110, 160, 30, 3), five = strand(1130, 1060, 34, 1);
  const dunes = rows(-10, W + 10, 0, H, 38, (x, y) => 26 * Math.sin(x / 260 + y / 150) + 10 * Math.sin(x / 90));
  const n = noise(8);
  const train = (f, from, to, colour) => range(7, (k) => {
    const a = lerp(from, to, k / 7) + 0.004, b = lerp(from, to, (k + 1) / 7) - 0.004;
    return path(line([...range(12, (i) => f(lerp(a, b, i / 11), -30)), ...range(12, (i) => f(lerp(b, a, i / 11), 30))], true), colour)
      + path(line([...range(12, (i) => f(lerp(a, b, i / 11), -11)), ...range(12, (i) => f(lerp(b, a, i / 11), -3))], true), ROSE);
  }).join('');
  return {
    ground: SAND,
    body: ink(engrave(dunes, 38, (x, y) => clamp(0.2 + 0.3 * n(x / 300, y / 90), 0.04, 0.5), DUNE, 0.6))
      + [[four, MIST], [five, MIST], [two, SEA], [three, INK], [one, SEA]].map(([f, colour]) =>
        bed(f, SAND, 66) + ink(bed(f, colour, 52) + ties(f, SAND, 40, 76) + bundle(f, SAND, 2, 46, 6) + (f === three ? train(f, 0.3, 0.66, POM) : ''))).join(''),
  };
}

/** A carpet that turns into data. */
function technology() {
  const knot = 20, rnd = random(5), columns = W / knot;
  const colour = (c, r) => {
    const u = Math.abs(((c + 400) % 25) - 12), v = Math.abs(((r + 406) % 25) - 12);
    const m = Math.max(u + v * 0.5, v + u * 0.5);
    const loose = smooth(0.3, 0.98, c / columns + 0.09 * Math.sin(r / 5));
    const dice = rnd();
    if (dice < loose * 0.94) return dice < 0.022 ? MIST : undefined;
    if (m < 2) return SAND;
    if (m < 5) return POM;
    if (m < 6.5) return SAND;
    if (m < 9) return (u + v) % 3 === 0 ? MIST : INK;
    if (m < 10.2) return ROSE;
    if (u + v > 20) return (u + v) % 2 ? SAND : POM;
    return SEA;
  };
  const wires = range(30, (k) => range(161, (i) => [i * 10, k * 40 + 12]));
  return {
    ground: INK,
    body: ink(engrave(wires, 40, (x, _y, k) => 0.05 * smooth(420 + ((k * 137) % 420), 1250, x), MIST, 0.4)) + ink(weave(0, -8, W, H + 8, knot, colour, 0.16)),
  };
}

export default [['oil-gas', oilGas], ['banking', banking], ['construction', construction], ['retail', retail], ['transport', transport], ['technology', technology]]
  .map(([name, draw]) => ({ name: `content/media/sectors/${name}.jpg`, width: W, height: H, limit: 200_000, draw }));
