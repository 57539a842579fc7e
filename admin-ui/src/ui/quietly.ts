/** When the page is there and has nothing to do; an editor who goes off-line then has every dialog. */
export function quietly(work: () => void): void {
  const wait = () => (typeof requestIdleCallback === 'function' ? requestIdleCallback(work) : setTimeout(work));
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
