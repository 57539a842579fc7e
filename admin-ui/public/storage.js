// Where the browser keeps nothing, as it is forbidden or full, the session lasts as long as the page; else nobody could sign in, or see the page at all.
try {
  localStorage.setItem('probe', '');
  localStorage.removeItem('probe');
} catch {
  const kept = new Map();
  Object.defineProperty(window, 'localStorage', {
    value: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key) },
  });
}
