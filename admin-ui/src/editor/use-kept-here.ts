import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $getRoot, $getSelection, $isRangeSelection, type LexicalEditor } from 'lexical';
import { useState } from 'react';

/** What was typed into the panels of an editor and not used, by field and place. It goes with the editor. */
const KEPT = new WeakMap<LexicalEditor, Map<string, string>>();

/** The block where a picture would go; without a caret it is the last one. */
export function $blockHere(): string {
  const block = $getSelection()?.getNodes()[0]?.getTopLevelElement() ?? $getRoot().getLastChild();
  return block?.getKey() ?? '';
}

/** The words that a link would be made of. */
export function $wordsHere(): string {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return '';
  return [selection.anchor, selection.focus]
    .map(({ key, offset }) => `${key}:${offset}`)
    .sort()
    .join(' ');
}

/**
 * The words of one field of a panel. Whoever closes the panel, by Escape or a click beside it, and opens it again at the same place
 * finds them; `used` forgets them. In their stead `first` is there.
 */
export function useKeptHere(
  field: string,
  $place: () => string,
  first = '',
): [words: string, type: (words: string) => void, used: () => void] {
  const [editor] = useLexicalComposerContext();
  const [name] = useState(() => `${field} ${editor.getEditorState().read($place)}`);
  const [words, setWords] = useState(() => KEPT.get(editor)?.get(name) ?? first);

  function type(next: string) {
    const kept = KEPT.get(editor) ?? new Map<string, string>();
    KEPT.set(editor, kept);
    if (next.trim() === '' || next === first) kept.delete(name);
    else kept.set(name, next);
    setWords(next);
  }
  return [words, type, () => void KEPT.get(editor)?.delete(name)];
}
