// Where the browser keeps nothing, as it is forbidden or full, the session lasts as long as the page; else nobody could sign in, or see the page at all.
// What a full one holds stays, may be written over where that takes no more room, and goes with the session.
let own;
try {
  own = localStorage;
  own.setItem('probe', '');
  own.removeItem('probe');
} catch {
  const kept = new Map();
  Object.defineProperty(window, 'localStorage', {
    value: {
      getItem: (key) => own?.getItem(key) ?? kept.get(key) ?? null,
      setItem(key, value) {
        kept.delete(key);
        try {
          own.setItem(key, value);
        } catch {
          // What is older is not to be found after a reload: a refresh token works once.
          own?.removeItem(key);
          kept.set(key, value);
        }
      },
      removeItem(key) {
        own?.removeItem(key);
        kept.delete(key);
      },
    },
  });
}
