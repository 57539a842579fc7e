import { createEmptyHistoryState, registerHistory } from '@lexical/history';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useEffect } from 'react';

/** Typing that goes on within so many milliseconds is undone in one step. */
const ONE_STEP = 1000;

/**
 * Undo and redo. Unlike Lexical's own plugin it knows the text from the beginning, so that a text that was replaced
 * before anything was typed comes back as well.
 */
export function HistoryPlugin() {
  const [editor] = useLexicalComposerContext();
  useEffect(() => {
    const beginning = { ...createEmptyHistoryState(), current: { editor, editorState: editor.getEditorState() } };
    return registerHistory(editor, beginning, ONE_STEP);
  }, [editor]);
  return null;
}
