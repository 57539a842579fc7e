import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { mergeRegister } from '@lexical/utils';
import {
  COMMAND_PRIORITY_LOW,
  COMMAND_PRIORITY_NORMAL,
  INDENT_CONTENT_COMMAND,
  KEY_DOWN_COMMAND,
  KEY_ESCAPE_COMMAND,
  KEY_TAB_COMMAND,
  OUTDENT_CONTENT_COMMAND,
} from 'lexical';
import { useEffect, useEffectEvent, useRef } from 'react';
import { runAction } from '../text/actions';
import { $selectionState } from '../text/selection-state';
import { shortcutOf } from '../text/shortcuts';

/** Shortcuts; Tab nests list items, but after Escape (and outside lists) it leaves the editor as everywhere. */
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
    if (escaped.current || (block !== 'ol' && block !== 'ul')) return false;
    event.preventDefault();
    return editor.dispatchCommand(event.shiftKey ? OUTDENT_CONTENT_COMMAND : INDENT_CONTENT_COMMAND, undefined);
  });

  useEffect(
    () =>
      mergeRegister(
        editor.registerRootListener((root) => {
          root?.addEventListener('keydown', bringCaret, true);
          return () => root?.removeEventListener('keydown', bringCaret, true);
        }),
        editor.registerCommand(KEY_DOWN_COMMAND, (event) => onKeyDown(event), COMMAND_PRIORITY_NORMAL),
        editor.registerCommand(KEY_TAB_COMMAND, (event) => onTab(event), COMMAND_PRIORITY_NORMAL),
        // Lexical would blur the editor; the focus stays, only the next Tab leaves.
        editor.registerCommand(KEY_ESCAPE_COMMAND, () => true, COMMAND_PRIORITY_LOW),
      ),
    [editor],
  );
  return null;
}

/** Keys that Lexical works off at the caret it knows of; for letters it asks the browser. */
const AT_THE_CARET = ['Enter', 'Backspace', 'Delete', 'Tab'];

/** The browser tells of a moved caret later, on a busy page after the next key: Enter would divide another line. */
function bringCaret(event: KeyboardEvent): void {
  if (AT_THE_CARET.includes(event.key) && !event.isComposing) document.dispatchEvent(new Event('selectionchange'));
}
