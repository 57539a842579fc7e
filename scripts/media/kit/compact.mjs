// Short path data: whole tenths of a unit, relative commands, no needless characters.

const TOKENS = /([a-zA-Z])|(-?(?:\d+\.?\d*|\.\d+))/g;
const COUNT = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, a: 7, z: 0 };

/** Any path data, moved by (dx, dy) and scaled, as relative data in tenths (to be drawn at scale .1). */
export function compact(d, dx = 0, dy = 0, scale = 1) {
  const state = { x: 0, y: 0, startX: 0, startY: 0, px: 0, py: 0, out: '', last: '' };
  const tokens = [...d.matchAll(TOKENS)];
  let i = 0,
    command = '';
  while (i < tokens.length) {
    if (tokens[i][1]) {
      command = tokens[i][1];
      i += 1;
    }
    const n = COUNT[command.toLowerCase()];
    let raw = tokens.slice(i, i + n).map((t) => Number(t[2]));
    if (command.toLowerCase() === 'a') ({ raw, i } = arcFlags(tokens, i));
    else i += n;
    segment(
      state,
      command,
      raw,
      (x) => (x * scale + dx) * 10,
      (y) => (y * scale + dy) * 10,
      scale * 10,
    );
    if (command === 'M') command = 'L';
    if (command === 'm') command = 'l';
  }
  return state.out;
}

function arcFlags(tokens, i) {
  return { raw: tokens.slice(i, i + 7).map((t) => Number(t[2])), i: i + 7 };
}

function segment(s, command, raw, toX, toY, size) {
  const lower = command.toLowerCase(),
    relative = command === lower;
  if (lower === 'z') {
    write(s, 'z', []);
    s.px = s.startX;
    s.py = s.startY;
    s.x = s.sx;
    s.y = s.sy;
    return;
  }
  const absX = (v) => (relative ? s.x + v : v),
    absY = (v) => (relative ? s.y + v : v);
  if (lower === 'a') {
    const [rx, ry, turn, large, sweep, x, y] = raw;
    const [ex, ey] = [absX(x), absY(y)];
    const gx = Math.round(toX(ex)),
      gy = Math.round(toY(ey));
    write(s, 'a', [Math.round(rx * size), Math.round(ry * size), turn, large, sweep, gx - s.px, gy - s.py]);
    return land(s, ex, ey, gx, gy);
  }
  const points =
    lower === 'h' ? [[absX(raw[0]), s.y]] : lower === 'v' ? [[s.x, absY(raw[0])]] : pairs(raw).map(([x, y]) => [absX(x), absY(y)]);
  const grid = points.map(([x, y]) => [Math.round(toX(x)), Math.round(toY(y))]);
  const [ex, ey] = points[points.length - 1],
    [gx, gy] = grid[grid.length - 1];
  const delta = grid.flatMap(([x, y]) => [x - s.px, y - s.py]);
  if (lower === 'm') {
    write(s, 'm', delta);
    [s.startX, s.startY, s.sx, s.sy] = [gx, gy, ex, ey];
  } else if (['l', 'h', 'v'].includes(lower)) {
    if (delta[0] === 0 && delta[1] === 0) return undefined;
    if (delta[1] === 0) write(s, 'h', [delta[0]]);
    else if (delta[0] === 0) write(s, 'v', [delta[1]]);
    else write(s, 'l', delta);
  } else write(s, lower, delta);
  return land(s, ex, ey, gx, gy);
}

function land(s, x, y, px, py) {
  Object.assign(s, { x, y, px, py });
}

const pairs = (numbers) => numbers.flatMap((_, i) => (i % 2 ? [] : [[numbers[i], numbers[i + 1]]]));

function write(s, command, numbers) {
  const same = s.last === command && command !== 'm' && command !== 'z';
  numbers.forEach((n, i) => {
    const text = String(n);
    s.out += i === 0 ? (same ? (n < 0 ? text : ` ${text}`) : command + text) : n < 0 ? text : ` ${text}`;
  });
  if (command === 'z') s.out += 'z';
  s.last = command;
}
