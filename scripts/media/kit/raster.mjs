// SVG to JPEG or PNG with the system's chromium, with the grain of a print.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { chromium } from 'playwright-core';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

export async function openPress() {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb', '--hide-scrollbars', '--font-render-hinting=none'],
  });
  const page = await browser.newPage({ deviceScaleFactor: 1 });
  return { browser, page, close: () => browser.close() };
}

/** Filters of the press: `ink` leaves specks of paper in flat colour, `rough` lets edges breathe. */
const FILTERS = `<defs>
<filter id="ink" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency=".5" numOctaves="2" seed="11" result="n"/><feColorMatrix in="n" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -12 0 0 0 9.7" result="m"/><feComposite in="SourceGraphic" in2="m" operator="in"/></filter>
<filter id="rough" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency=".035" numOctaves="2" seed="5" result="n"/><feDisplacementMap in="SourceGraphic" in2="n" scale="3.2" xChannelSelector="R" yChannelSelector="G"/></filter>
</defs>`;

export const sheet = (width, height, ground, body) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${FILTERS}<rect width="${width}" height="${height}" fill="${ground}"/>${body}</svg>`;

/** Draws an SVG and returns the picture; JPEG quality is lowered until it fits `limit` bytes, or is 50. */
export async function print(press, svg, { width, height, type = 'jpeg', limit = Infinity, grain = 3.2, transparent = false }) {
  await press.page.setViewportSize({ width, height });
  await press.page.setContent(
    `<!doctype html><style>*{margin:0}svg,canvas{position:absolute;left:0;top:0;display:block}</style>${svg}<canvas width="${width}" height="${height}"></canvas>`,
  );
  if (grain) await press.page.evaluate(drawGrain, { width, height, grain });
  if (type === 'png') return press.page.screenshot({ type: 'png', omitBackground: transparent });
  for (let quality = 86; ; quality -= 4) {
    const bytes = await press.page.screenshot({ type: 'jpeg', quality });
    if (bytes.length <= limit || quality <= 50) return bytes;
  }
}

/** Paper grain over everything: a soft, seeded field of lighter and darker flecks. Runs in the page. */
function drawGrain({ width, height, grain }) {
  const canvas = document.querySelector('canvas');
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  let state = 20250125;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const value = next() + next() - 1;
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ]) {
        const i = ((y + dy) * width + x + dx) * 4;
        const shade = value > 0 ? 255 : 0;
        image.data[i] = image.data[i + 1] = image.data[i + 2] = shade;
        image.data[i + 3] = Math.abs(value) * grain * 2.4;
      }
    }
  }
  context.putImageData(image, 0, 0);
}

export async function save(file, bytes) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
  return bytes.length;
}
