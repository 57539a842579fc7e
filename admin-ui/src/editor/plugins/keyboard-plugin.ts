import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { mergeRegister } from '@lexical/utils';
import {
  $createRangeSelectionFromDom,
  $getSelection,
  $isNodeSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_CRITICAL,
  COMMAND_PRIORITY_LOW,
  COMMAND_PRIORITY_NORMAL,
  INDENT_CONTENT_COMMAND,
  KEY_DOWN_COMMAND,
  KEY_ESCAPE_COMMAND,
  KEY_TAB_COMMAND,
  type LexicalEditor,
  OUTDENT_CONTENT_COMMAND,
} from 'lexical';
import { useEffect, useEffectEvent, useRef } from 'react';
import { runAction } from '../text/actions';
import { $selectionState } from '../text/selection-state';
import { shortcutOf } from '../text/shortcuts';
import { $addRowBehind } from '../text/tables';

/** Shortcuts; Tab nests list items and goes from cell to cell, but after Escape (and outside of both) it leaves the editor as everywhere. */
export function KeyboardPlugin({ onLink }: { onLink: () => void }) {
  const [editor] = useLexicalComposerContext();
  const escaped = useRef(false);

  const onKeyDown = useEffectEvent((event: KeyboardEvent): boolean => {
    if (event.key !== 'Tab' && event.key !== 'Shift') escaped.current = event.key === 'Escape';
    const action = shortcutOf(event);
    if (!action) return false;
    event.preventDefault();
    if (action === 'link') onLink();
    else runAction(editor, action, $selectionState().block);
    return true;
  });

  const onTab = useEffectEvent((event: KeyboardEvent): boolean => {
    const { block } = $selectionState();
    // Nothing of Lexical's may come in between.
    if (escaped.current) return true;
    if (block === 'cell') return !event.shiftKey && $addRowBehind() && (event.preventDefault(), true);
    if (block !== 'ol' && block !== 'ul') return false;
    event.preventDefault();
    return editor.dispatchCommand(event.shiftKey ? OUTDENT_CONTENT_COMMAND : INDENT_CONTENT_COMMAND, undefined);
  });

  useEffect(
    () =>
      mergeRegister(
        editor.registerRootListener((root) => {
          const beforeLexical = (event: KeyboardEvent) => bringCaret(event, editor);
          root?.addEventListener('keydown', beforeLexical, true);
          return () => root?.removeEventListener('keydown', beforeLexical, true);
        }),
        editor.registerCommand(KEY_DOWN_COMMAND, (event) => onKeyDown(event), COMMAND_PRIORITY_NORMAL),
        // Before the tables' own.
        editor.registerCommand(KEY_TAB_COMMAND, (event) => onTab(event), COMMAND_PRIORITY_CRITICAL),
        // Lexical would blur the editor; the focus stays, only the next Tab leaves.
        editor.registerCommand(KEY_ESCAPE_COMMAND, () => true, COMMAND_PRIORITY_LOW),
      ),
    [editor],
  );
  return null;
}

/** Whether the browser's caret or selection is elsewhere than the editor believes. */
function $caretHasMoved(editor: LexicalEditor): boolean {
  const known = $getSelection();
  // While a line across the text is selected the browser has no selection.
  if ($isNodeSelection(known)) return $createRangeSelectionFromDom(window.getSelection(), editor) !== null;
  if (!$isRangeSelection(known)) return false;
  const there = $createRangeSelectionFromDom(window.getSelection(), editor);
  return there !== null && !(there.anchor.is(known.anchor) && there.focus.is(known.focus));
}

/**
 * The browser tells of a moved caret later, on a busy page after the next key: Enter would divide another line, an arrow
 * pass over a picture, a shortcut change other words. For letters Lexical asks the browser itself.
 */
function bringCaret(event: KeyboardEvent, editor: LexicalEditor): void {
  const letter = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey;
  if (letter || event.isComposing) return;
  if (editor.getEditorState().read(() => $caretHasMoved(editor), { editor })) document.dispatchEvent(new Event('selectionchange'));
}
