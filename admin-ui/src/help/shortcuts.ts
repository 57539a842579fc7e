import { SHORTCUT_HINTS } from '../editor/text/shortcuts';
import { shownShortcut } from '../ui/keyboard';

/** A line of the list: its name in the translations, and the keys, any of which does it. */
export type Line = readonly [name: Name, ...keys: string[]];
type Name =
  | `editor.${'h1' | 'h2' | 'h3' | 'bold' | 'italic' | 'underline' | 'strike' | 'ordered' | 'bullet' | 'link' | 'clear' | 'undo' | 'redo'}`
  | `blocks.${'quote' | 'line' | 'cells' | 'find'}`
  | 'find.open'
  | `help.${'open' | 'close' | 'save' | 'next' | 'tabs' | 'nest' | 'leave' | 'move'}`;

const hint = (tool: keyof typeof SHORTCUT_HINTS) => SHORTCUT_HINTS[tool] ?? '';

/** Every key that does something, by where it does it. */
export const SHORTCUTS: Readonly<Record<'everywhere' | 'inForm' | 'inText', readonly Line[]>> = {
  everywhere: [
    ['help.open', 'F1', '?'],
    ['help.close', 'Esc'],
  ],
  inForm: [
    ['help.save', shownShortcut('Ctrl+S')],
    ['help.next', 'Enter'],
    ['help.tabs', '← →'],
  ],
  inText: [
    ['editor.h1', hint('h1'), '# '],
    ['editor.h2', hint('h2'), '## '],
    ['editor.h3', hint('h3'), '### '],
    ['editor.bold', hint('bold'), '**…**'],
    ['editor.italic', hint('italic'), '*…*'],
    ['editor.underline', hint('underline')],
    ['editor.strike', hint('strike'), '~~…~~'],
    ['editor.ordered', hint('ol'), '1. '],
    ['editor.bullet', hint('ul'), '- '],
    ['blocks.quote', '> '],
    ['blocks.line', '---'],
    ['find.open', shownShortcut('Ctrl+F')],
    ['blocks.find', '/'],
    ['blocks.cells', 'Tab', shownShortcut('Shift+Tab')],
    ['help.nest', 'Tab', shownShortcut('Shift+Tab')],
    ['editor.link', hint('link'), '[…](https://…)'],
    ['editor.clear', hint('clear')],
    ['editor.undo', hint('undo')],
    ['editor.redo', hint('redo')],
    ['help.leave', 'Esc Tab'],
    ['help.move', '← → ↑ ↓'],
  ],
};
