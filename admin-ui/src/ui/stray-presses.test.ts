import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropStrayPresses } from './stray-presses';

let stop: () => void;
const pressed = vi.fn();

beforeEach(() => {
  document.body.innerHTML =
    '<button id="create"><span>Create</span></button><button id="cancel">Cancel</button><label id="words">Featured <input id="featured" type="checkbox"></label><p>Text</p>';
  stop = dropStrayPresses();
  document.body.addEventListener('click', pressed);
});
afterEach(() => {
  stop();
  document.body.removeEventListener('click', pressed);
  pressed.mockClear();
});

/** The press that is the `detail`th in a row, as browsers count them. */
function press(selector: string, detail: number, at: readonly [number, number] = [100, 100]): boolean {
  const [clientX, clientY] = at;
  const target = document.querySelector(selector);
  if (!target) throw new Error(selector);
  return target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail, clientX, clientY }));
}

it('gives the second of two presses to nothing that has come to that place meanwhile', () => {
  expect(press('#create span', 1)).toBe(true);
  expect(press('#cancel', 2, [108, 96])).toBe(false);
  expect(press('#cancel', 3)).toBe(false);
  expect(pressed).toHaveBeenCalledTimes(1);
});

it('lets the same thing be pressed twice, by its words or by itself', () => {
  press('#create', 1);
  press('#create span', 2);
  press('#featured', 1);
  press('#words', 2);
  // One more for the box, to which the browser hands what was pressed on its words.
  expect(pressed).toHaveBeenCalledTimes(5);
});

it('lets another press be one: later, elsewhere, by the keyboard, or where nothing was pressed before', () => {
  press('#create', 1);
  press('#cancel', 1);
  press('#create', 2, [160, 100]);
  press('#cancel', 0);
  press('p', 1);
  press('#cancel', 2);
  expect(pressed).toHaveBeenCalledTimes(6);
});

it('leaves words alone, which a double press selects', () => {
  press('#create', 1);
  expect(press('p', 2)).toBe(true);
});
