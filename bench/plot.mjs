// What a change costs against how many posts there are, as a drawing without a library.
import { writeFileSync } from 'node:fs';

const SIZE = { width: 860, height: 500, left: 70, right: 190, top: 30, bottom: 50 };
/** Okabe and Ito's colours, which everybody can tell apart; what is not ours is dashed. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#000000', '#777777', '#56b4e9'];

const decades = (values) => [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))];
const label = (ms) => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`);

/** Names lie beside the ends of their lines; where they would meet they move apart. */
function apart(ends) {
  const sorted = ends.toSorted((a, b) => a.y - b.y);
  for (let index = 1; index < sorted.length; index++) sorted[index].y = Math.max(sorted[index].y, sorted[index - 1].y + 15);
  return sorted;
}

/** `lines`: [{name, points: [[posts, milliseconds]], foreign}]. */
export function plot(file, lines) {
  const all = lines.flatMap(({ points }) => points);
  const [x0, x1] = decades(all.map(([posts]) => posts));
  const [y0, y1] = decades(all.map(([, ms]) => ms));
  const x = (posts) => SIZE.left + ((Math.log10(posts) - x0) / Math.max(1, x1 - x0)) * (SIZE.width - SIZE.left - SIZE.right);
  const y = (ms) => SIZE.height - SIZE.bottom - ((Math.log10(ms) - y0) / Math.max(1, y1 - y0)) * (SIZE.height - SIZE.top - SIZE.bottom);
  const parts = [];
  const text = (at, words, rest = '') => parts.push(`<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}"${rest}>${words}</text>`);
  for (let power = x0; power <= x1; power++) {
    const at = x(10 ** power);
    parts.push(`<path class="grid" d="M${at.toFixed(1)} ${SIZE.top}V${SIZE.height - SIZE.bottom}"/>`);
    text([at, SIZE.height - SIZE.bottom + 20], (10 ** power).toLocaleString('en'), ' text-anchor="middle"');
  }
  for (let power = y0; power <= y1; power++) {
    const at = y(10 ** power);
    parts.push(`<path class="grid" d="M${SIZE.left} ${at.toFixed(1)}H${SIZE.width - SIZE.right}"/>`);
    text([SIZE.left - 8, at + 4], label(10 ** power), ' text-anchor="end"');
  }
  text([(SIZE.left + SIZE.width - SIZE.right) / 2, SIZE.height - 10], 'posts, each in three languages', ' text-anchor="middle"');
  const ends = lines.map(({ name, points, foreign }, index) => {
    const colour = COLOURS[index % COLOURS.length];
    const path = points.map(([posts, ms], at) => `${at ? 'L' : 'M'}${x(posts).toFixed(1)} ${y(ms).toFixed(1)}`).join('');
    parts.push(`<path fill="none" stroke="${colour}" stroke-width="2"${foreign ? ' stroke-dasharray="6 4"' : ''} d="${path}"/>`);
    for (const [posts, ms] of points) parts.push(`<circle cx="${x(posts).toFixed(1)}" cy="${y(ms).toFixed(1)}" r="3" fill="${colour}"/>`);
    const [posts, ms] = points.at(-1);
    return { name, colour, x: x(posts) + 8, y: y(ms) + 4 };
  });
  for (const end of apart(ends)) text([end.x, end.y], end.name, ` fill="${end.colour}"`);
  const style = 'text{font:12px system-ui,sans-serif}.grid{stroke:#ddd;fill:none}';
  writeFileSync(
    file,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" aria-label="Time of a change against the number of posts, both logarithmic">
<style>${style}</style>
<rect width="100%" height="100%" fill="#fff"/>
${parts.join('\n')}
</svg>
`,
  );
}

/** The lines of a run. */
export function lines(changed, built = []) {
  const names = [...new Set(changed.rows.map(({ name }) => name))];
  const ours = names.map((name) => ({ name, points: changed.rows.filter((row) => row.name === name).map((row) => [row.count, row.live]) }));
  const kinds = [
    ['everything from nothing', 'ours', false],
    ['Hugo, everything', 'hugo', true],
    ['cp -r of all files', 'copy', true],
  ];
  const whole = kinds.map(([name, field, foreign]) => ({
    name,
    foreign,
    points: built.filter((row) => row[field]).map((row) => [row.count, row[field].wall * 1000]),
  }));
  return [...ours, ...whole.filter(({ points }) => points.length)];
}
