/** Told to the window when an island has changed the address (`pushAddress`), of which the browser itself tells nobody. */
export const MOVED = 'moved';
