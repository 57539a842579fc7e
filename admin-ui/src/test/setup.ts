import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig } from '@testing-library/react';
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { painted } from '../saving/painted';

const { getElementError } = getConfig();
configure({
  // The first use of the editor compiles it, which a busy machine does slowly.
  asyncUtilTimeout: 60_000,
  // Each look of `waitFor` that finds nothing yet would print the whole document, a quarter of the time of the tests; the
  // last one of them prints it. By the name, `waitFor` knows an error to which it gives the test's line.
  getElementError: (message, container) =>
    isLooking() ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }) : getElementError(message, container),
});

/** Whether `waitFor` asks, which looks again. Its own sign of that is not among the types. */
function isLooking(): boolean {
  return (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;
}

// jsdom has no modal dialogs and no layout: enough of each for the components to run.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
};
Element.prototype.scrollIntoView ??= () => undefined;
Range.prototype.getBoundingClientRect ??= () => ({ x: 0, y: 0, width: 0, height: 0, top: 0, right: 0, bottom: 0, left: 0 }) as DOMRect;
window.scrollTo = vi.fn() as typeof window.scrollTo;
window.matchMedia ??= (query: string) =>
  ({ matches: false, media: query, addEventListener: () => undefined, removeEventListener: () => undefined }) as unknown as MediaQueryList;
URL.createObjectURL ??= () => 'blob:test';
URL.revokeObjectURL ??= () => undefined;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.spyOn(window, 'alert').mockImplementation(() => undefined);
  vi.spyOn(window, 'confirm').mockReturnValue(true);
});

afterEach(cleanup);
// The last words of a save are said a frame after it: they still need the window.
afterAll(painted);
