import { describe, expect, it } from 'vitest';
import { fitted } from '../../pictures/prepare';
import { countWords, plainText } from '../../rich-text/measure';
import { isShortcut, shownShortcut } from '../../ui/keyboard';
import { shortcutOf, SHORTCUT_HINTS } from './shortcuts';

const keys = { ctrlKey: true, metaKey: false, altKey: false, shiftKey: false };

describe('words', () => {
  it.each([
    ['', 0],
    ['Vergi-hüquq xidmətləri 2026', 3],
    ["it's 3,5 – yes", 3],
    ['«Слово», да.', 2],
  ])('%j has %i', (text, count) => {
    expect(countWords(text)).toBe(count);
  });

  it('are read from rich text block by block', () => {
    expect(plainText('<h1>A</h1><ul><li>b<ol><li>c</li></ol></li></ul><p>d<br>e <img src="/x.png" alt="f"></p>')).toBe(
      'A\n• b\n  1. c\nd\ne [f]',
    );
    expect(
      plainText('<blockquote><p>a</p><p>b</p></blockquote><hr><table><tr><td>c</td><td>d</td></tr><tr><td>e</td><td>f</td></tr></table>'),
    ).toBe('a\nb\n\nc | d\ne | f');
  });
});

describe('pictures', () => {
  it('fit the largest side and are never enlarged', () => {
    expect(fitted(3200, 1600)).toEqual({ width: 1600, height: 800 });
    expect(fitted(100, 4000)).toEqual({ width: 40, height: 1600 });
    expect(fitted(200, 100)).toEqual({ width: 200, height: 100 });
  });
});

describe('shortcuts', () => {
  it('are by physical key, so that they work on every layout', () => {
    expect(shortcutOf({ ...keys, code: 'Digit2', altKey: true })).toBe('h2');
    expect(shortcutOf({ ...keys, code: 'KeyK' })).toBe('link');
    expect(shortcutOf({ ...keys, code: 'Digit8', shiftKey: true })).toBe('ul');
    expect(shortcutOf({ ...keys, code: 'KeyK', ctrlKey: false })).toBeUndefined();
  });

  it('are named as the keyboard in front of the person names them', () => {
    expect([shownShortcut('Ctrl+Alt+1', true), shownShortcut('Ctrl+Shift+X', true), shownShortcut('Ctrl+K', false)]).toEqual([
      '⌘⌥1',
      '⌘⇧X',
      'Ctrl+K',
    ]);
    expect(SHORTCUT_HINTS.link).toBe('Ctrl+K');
  });

  it('of a letter are what the key says, or its place where it is no Latin letter', () => {
    const pressed = (key: string, code: string, change = {}) => isShortcut({ ...keys, key, code, ...change }, 's');
    expect([pressed('s', 'KeyS'), pressed('S', 'KeyS'), pressed('ы', 'KeyS'), pressed('s', 'Semicolon')]).toEqual([true, true, true, true]);
    expect([pressed('o', 'KeyS'), pressed('s', 'KeyS', { shiftKey: true }), pressed('s', 'KeyS', { ctrlKey: false })]).toEqual([
      false,
      false,
      false,
    ]);
    expect(pressed('s', 'KeyS', { ctrlKey: false, metaKey: true })).toBe(true);
  });
});
