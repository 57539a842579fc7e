import { expect, it } from 'vitest';
import { browserName } from './browser-name';

const CHROME = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36';

it.each([
  [CHROME, 'Chrome, Android'],
  [`${CHROME} OPR/90.0`, 'Opera, Android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0', 'Edge, Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1', 'Safari, iOS'],
  ['curl/8.0', null],
  ['', null],
])('%s is %s', (agent, name) => expect(browserName(agent)).toBe(name));
