import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { mergeRegister } from '@lexical/utils';
import { BLUR_COMMAND, COMMAND_PRIORITY_LOW, HISTORY_MERGE_TAG, KEY_DOWN_COMMAND, type NodeKey, SKIP_DOM_SELECTION_TAG } from 'lexical';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isShortcut } from '../ui/keyboard';
import { $ask, $askedFor, type Asked, $takeBack, $unask } from './text/insert-block';

/** The line that asks for a block, while the caret is on it; `ask` writes one, `dismiss` leaves what a person typed as it is. */
export function useAsked(): { asked: Asked | null; ask: () => void; dismiss: () => void } {
  const [editor] = useLexicalComposerContext();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [dismissed, setDismissed] = useState<NodeKey | null>(null);
  /** The line that `ask` wrote on, until one chooses or goes elsewhere. */
  const written = useRef<NodeKey | null>(null);

  /** Nobody typed what `ask` wrote: it is no part of the text. The caret stays where it has gone. */
  const unask = useEffectEvent(() => {
    const key = written.current;
    written.current = null;
    if (key !== null) editor.update(() => $unask(key), { tag: [HISTORY_MERGE_TAG, SKIP_DOM_SELECTION_TAG] });
  });

  useEffect(
    () =>
      mergeRegister(
        editor.registerUpdateListener(({ editorState }) => {
          const next = editorState.read($askedFor);
          setAsked((known) => (known?.key === next?.key && known?.words === next?.words ? known : next));
          if (!next) setDismissed(null);
          if (next?.key !== written.current) unask();
        }),
        editor.registerCommand(BLUR_COMMAND, () => (setAsked(null), unask(), false), COMMAND_PRIORITY_LOW),
        // A save does not take the focus away.
        editor.registerCommand(KEY_DOWN_COMMAND, (event) => (isShortcut(event, 's') && unask(), false), COMMAND_PRIORITY_LOW),
      ),
    [editor],
  );

  function ask() {
    setDismissed(null);
    editor.focus(() =>
      editor.update(() => {
        written.current = $ask() ?? written.current;
      }),
    );
  }

  function dismiss() {
    if (written.current !== null) editor.update(() => void $takeBack());
    written.current = null;
    setDismissed(asked?.key ?? null);
  }

  return { asked: asked && asked.key !== dismissed ? asked : null, ask, dismiss };
}
