// The looping videos behind page headers: frames drawn by chromium, joined by ffmpeg. Every motion is a whole
// number of turns per loop, so the last frame runs into the first.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { INK, POM, clamp, lerp, line, path, range, smooth } from '../kit/base.mjs';
import { engrave } from '../kit/engrave.mjs';
import { buta } from '../kit/motifs.mjs';
import { save } from '../kit/raster.mjs';

const run = promisify(execFile);
const W = 1600, H = 600, RATE = 24, SECONDS = 8, FRAMES = RATE * SECONDS;
const TURN = Math.PI * 2;

/** A travelling wave that has turned `cycles` times when the loop ends. */
const wave = (x, long, phase, t, cycles) => Math.sin((x / long) * TURN + phase - t * TURN * cycles);

/** The sea at night: swell from the right, gusts running over it. */
function seaFrame(t) {
  const count = 21, top = 70;
  const lines = range(count, (k) => {
    const depth = ((k + 0.4) / count) ** 1.35, y = lerp(top, H + 36, depth), size = lerp(2, 19, depth), long = lerp(260, 640, depth);
    return range(205, (i) => {
      const x = -10 + i * 8;
      return [x, y + size * (wave(x, long, k * 0.9, t, 1) + 0.42 * wave(x, long * 0.47, k * 2.3, t, 1) + 0.3 * wave(x, long * 1.9, k * 0.37, t, 1))];
    });
  });
  const gap = (_x, _y, k) => lerp(10, 42, ((k + 0.4) / count) ** 0.9);
  const patch = (x, k, t_, seed) => 0.5 + 0.28 * wave(x, 1130, k * 0.8 + seed, t_, 1) + 0.22 * wave(x, 610, k * 1.7 + seed * 2, t_, 1) * wave(x, 1700, k * 0.31, t_, 0);
  return engrave(lines, gap, (x, _y, k) => clamp(0.08 + 0.5 * patch(x, k, t, 0), 0.05, 0.6), '#1B4050', 0.4)
    + engrave(lines.map((l) => l.map(([x, y]) => [x, y + 5])), gap, (x, _y, k) => 0.5 * smooth(0.62, 1, patch(x, k, t, 2.4)), '#2E6071', 0.5)
    + engrave(lines.filter((_, k) => k % 4 === 2).map((l) => l.map(([x, y]) => [x, y - 4])), (x, y, k) => gap(x, y, k * 4 + 2), (x, _y, k) => 0.2 * smooth(0.68, 1, patch(x, k * 4, t, 4.1)), '#8C8571', 0.5)
    + engrave([lines[9].map(([x, y]) => [x, y - 9])], 26, (x) => 0.2 * smooth(0.6, 1, patch(x, 3, t, 5.2)), POM, 0.5);
}

/** A carpet lifted by the wind: every point of the pattern rides on two slow waves. */
function clothFrame(t) {
  const lift = (x, y) => 26 * wave(x + y * 0.5, 900, 0, t, 1) + 9 * wave(x - y * 0.3, 430, 1.3, t, 1);
  const sway = (x, y) => 15 * wave(x + y * 0.8, 760, 1.9, t, 1);
  const blown = (points) => line(points.map(([x, y]) => [x + sway(x, y), y + lift(x, y)]), true);
  const light = (x, y) => 0.5 + 0.5 * wave(x + y * 0.5, 900, -1.25, t, 1);
  const dim = [[0x19, 0x34, 0x43], [0x28, 0x54, 0x68]], red = [[0x46, 0x1b, 0x2d], [0x84, 0x24, 0x3b]];
  const shade = ([low, high], x, y) => `rgb(${low.map((from, i) => Math.round(lerp(from, high[i], light(x, y)))).join(' ')})`;
  const parts = new Map();
  const lay = (paint, d) => parts.set(paint, (parts.get(paint) ?? '') + d);
  const corners = [[0, -1], [1, 0], [0, 1], [-1, 0], [0, -1]];
  const diamond = (x, y, w, h) => range(32, (i) => {
    const side = Math.floor(i / 8), u = (i % 8) / 8;
    return [x + w * lerp(corners[side][0], corners[side + 1][0], u), y + h * lerp(corners[side][1], corners[side + 1][1], u)];
  });
  for (let c = -1; c < 12; c += 1) {
    for (let r = -1; r < 7; r += 1) {
      const x = c * 160 - 40, y = r * 112 + 20;
      if ((c + r) % 2 !== 0) {
        lay(shade(dim, x, y), blown(diamond(x, y, 15, 12)));
        continue;
      }
      lay(shade(dim, x, y), blown(diamond(x, y, 150, 103)) + blown(diamond(x, y, 136, 93).reverse()));
      const drop = (by) => buta(x, y + 21, 112, { inset: by, curl: r % 2 ? 1.1 : -1.1 }).filter((_, i) => i % 2 === 0);
      lay(shade(red, x, y), blown(drop(0)) + blown([...drop(9)].reverse()) + blown(drop(17)));
    }
  }
  return [...parts].map(([paint, d]) => path(d, paint, 'fill-rule="nonzero"')).join('');
}

const VIDEOS = { header: { draw: seaFrame, rate: 330 }, 'not-found': { draw: clothFrame, rate: 330 } };

async function frames(press, folder, draw) {
  await press.page.setViewportSize({ width: W, height: H });
  await press.page.setContent(`<style>*{margin:0}body{background:${INK}}svg{display:block}</style><svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}"></svg>`);
  for (let i = 0; i < FRAMES; i += 1) {
    await press.page.evaluate((body) => { document.querySelector('svg').innerHTML = body; }, draw(i / FRAMES));
    await writeFile(join(folder, `${String(i).padStart(4, '0')}.png`), await press.page.screenshot({ type: 'png' }));
    if (i === 0) await writeFile(join(folder, 'poster.jpg'), await press.page.screenshot({ type: 'jpeg', quality: 72 }));
  }
}

/** Two passes of ffmpeg at a fixed rate, without sound and without a trace of when it was made. */
async function encode(folder, target, codec, rate) {
  const source = ['-y', '-v', 'error', '-framerate', RATE, '-i', join(folder, '%04d.png'), '-an', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-pix_fmt', 'yuv420p',
    '-vf', 'scale=out_color_matrix=bt709:out_range=tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-threads', '2', '-b:v', `${rate}k`, '-passlogfile', join(folder, codec[1])].map(String);
  await run('ffmpeg', [...source, ...codec, '-pass', '1', '-f', 'null', '/dev/null']);
  await run('ffmpeg', [...source, ...codec, '-pass', '2', target]);
}

export async function make({ press, root, pick }) {
  for (const [name, { draw, rate }] of Object.entries(VIDEOS)) {
    const base = join(root, 'content/media/video', name);
    if (!pick(`content/media/video/${name}`)) continue;
    const folder = await mkdtemp(join(tmpdir(), 'frames-'));
    try {
      await frames(press, folder, draw);
      await save(`${base}-poster.jpg`, await readFile(join(folder, 'poster.jpg')));
      await encode(folder, `${base}.webm`, ['-c:v', 'libvpx-vp9', '-row-mt', '1', '-deadline', 'good', '-cpu-used', '2', '-g', String(FRAMES)], rate);
      await encode(folder, `${base}.mp4`, ['-c:v', 'libx264', '-preset', 'slow', '-profile:v', 'high', '-g', String(FRAMES), '-movflags', '+faststart'], rate + 20);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    console.log(`content/media/video/${name}`, 'written');
  }
}
