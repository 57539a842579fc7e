/** How far two presses of one double press may lie apart, in pixels: less than from the middle of one button to the next. */
const STRAY = 24;

interface Press {
  on: Element | null;
  x: number;
  y: number;
}

/** What a press works on; the words of a box are the box. */
function pressable(target: EventTarget | null): Element | null {
  const found = target instanceof Element ? target.closest('a, button, input, label, select, summary') : null;
  return found instanceof HTMLLabelElement ? (found.control ?? found) : found;
}

function strayed(second: Press, first: Press): boolean {
  const moved = first.on !== null && second.on !== null && first.on !== second.on;
  return moved && Math.hypot(second.x - first.x, second.y - first.y) < STRAY;
}

/**
 * A double press belongs to what it began on. By the second press the first may have moved the page: on a phone Cancel stood where Create
 * had been, and under the number of a page, which scrolls to the top, another post's Delete. Returns how to stop.
 */
export function dropStrayPresses(): () => void {
  let first: Press = { on: null, x: 0, y: 0 };
  function onClick(event: MouseEvent) {
    const press = { on: pressable(event.target), x: event.clientX, y: event.clientY };
    if (event.detail > 1 && strayed(press, first)) {
      event.preventDefault();
      event.stopPropagation();
    } else {
      first = press;
    }
  }
  document.addEventListener('click', onClick, true);
  return () => document.removeEventListener('click', onClick, true);
}
