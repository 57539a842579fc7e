/** Where Command does what Ctrl does elsewhere. */
export const ON_APPLE = /Mac|iPhone|iPad/.test(navigator.platform);

const SYMBOLS: Readonly<Record<string, string>> = { Ctrl: '⌘', Alt: '⌥', Shift: '⇧' };

/** A shortcut as the keyboard in front of the person names it: `Ctrl+Shift+X` or `⌘⇧X`. */
export function shownShortcut(shortcut: string, apple = ON_APPLE): string {
  return apple
    ? shortcut
        .split('+')
        .map((key) => SYMBOLS[key] ?? key)
        .join('')
    : shortcut;
}

interface Keys {
  code: string;
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Ctrl (or Command) and one letter: what the key says where it is a Latin letter, otherwise the key at its place. */
export function isShortcut({ code, key, ctrlKey, metaKey, altKey, shiftKey }: Keys, letter: string): boolean {
  if (ctrlKey === metaKey || altKey || shiftKey) return false;
  return /^[a-z]$/i.test(key) ? key.toLowerCase() === letter : code === `Key${letter.toUpperCase()}`;
}
