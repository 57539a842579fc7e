import { afterEach } from 'vitest';
import type { islands } from '../src/registry';
import { bareEngine, beside } from './render';
import { samples } from './samples';

const render = bareEngine();
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** The server markup of an island without React, started with the props that a page has beside it. */
export function place<Name extends keyof typeof islands>(
  name: Name,
  start: (element: HTMLElement, props: (typeof samples)[Name]) => unknown,
): HTMLElement {
  const element = document.createElement('div');
  element.innerHTML = render(name, JSON.stringify(samples[name]), `${name}-0-`);
  document.body.append(element);
  const end = start(element, beside(name));
  if (typeof end === 'function') ends.push(end as () => void);
  return element;
}
