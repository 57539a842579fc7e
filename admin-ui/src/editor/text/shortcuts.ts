import { ON_APPLE, shownShortcut } from '../../ui/keyboard';
import type { EditorAction } from './actions';

export type Shortcut = EditorAction | 'link';

interface Keys {
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Ctrl (or Command) with these physical keys; bold, italic, underline, undo and redo are Lexical's own. */
const SHORTCUTS: Readonly<Record<string, Shortcut>> = {
  'alt+Digit1': 'h1',
  'alt+Digit2': 'h2',
  'alt+Digit3': 'h3',
  'shift+KeyX': 'strike',
  'shift+Digit7': 'ol',
  'shift+Digit8': 'ul',
  KeyK: 'link',
  Backslash: 'clear',
};

const NAMES: Partial<Record<Shortcut, string>> = {
  h1: 'Ctrl+Alt+1',
  h2: 'Ctrl+Alt+2',
  h3: 'Ctrl+Alt+3',
  bold: 'Ctrl+B',
  italic: 'Ctrl+I',
  underline: 'Ctrl+U',
  strike: 'Ctrl+Shift+X',
  ol: 'Ctrl+Shift+7',
  ul: 'Ctrl+Shift+8',
  link: 'Ctrl+K',
  clear: 'Ctrl+\\',
  undo: 'Ctrl+Z',
  redo: ON_APPLE ? 'Ctrl+Shift+Z' : 'Ctrl+Y',
};

/** How each is shown in a tooltip. */
export const SHORTCUT_HINTS = Object.fromEntries(Object.entries(NAMES).map(([name, keys]) => [name, shownShortcut(keys)])) as typeof NAMES;

export function shortcutOf({ code, ctrlKey, metaKey, altKey, shiftKey }: Keys): Shortcut | undefined {
  if (ctrlKey === metaKey) return undefined;
  return SHORTCUTS[`${altKey ? 'alt+' : ''}${shiftKey ? 'shift+' : ''}${code}`];
}
