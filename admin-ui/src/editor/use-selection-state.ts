import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { mergeRegister } from '@lexical/utils';
import { CAN_REDO_COMMAND, CAN_UNDO_COMMAND, COMMAND_PRIORITY_LOW } from 'lexical';
import { useEffect, useState } from 'react';
import { $selectionState, NOTHING_SELECTED, sameState } from './text/selection-state';

/** What is selected, followed with every update; equal states draw nothing again. */
export function useSelectionState() {
  const [editor] = useLexicalComposerContext();
  const [state, setState] = useState(NOTHING_SELECTED);
  useEffect(
    () =>
      editor.registerUpdateListener(({ editorState }) => {
        const next = editorState.read($selectionState, { editor });
        setState((known) => (sameState(known, next) ? known : next));
      }),
    [editor],
  );
  return state;
}

/** Whether there is something to undo and redo. */
export function useHistoryState() {
  const [editor] = useLexicalComposerContext();
  const [history, setHistory] = useState({ undo: false, redo: false });
  useEffect(
    () =>
      mergeRegister(
        editor.registerCommand(CAN_UNDO_COMMAND, (undo) => (setHistory((known) => ({ ...known, undo })), false), COMMAND_PRIORITY_LOW),
        editor.registerCommand(CAN_REDO_COMMAND, (redo) => (setHistory((known) => ({ ...known, redo })), false), COMMAND_PRIORITY_LOW),
      ),
    [editor],
  );
  return history;
}
