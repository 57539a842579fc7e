import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { mergeRegister } from '@lexical/utils';
import { BLUR_COMMAND, COMMAND_PRIORITY_LOW } from 'lexical';
import { useEffect, useState } from 'react';
import { $askedFor, type Asked } from './text/insert-block';

/** The line that asks for a block, while the caret is on it; `dismiss` leaves it as it is. */
export function useAsked(): { asked: Asked | null; dismiss: () => void } {
  const [editor] = useLexicalComposerContext();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [dismissed, setDismissed] = useState<string | null>(null);
  useEffect(
    () =>
      mergeRegister(
        editor.registerUpdateListener(({ editorState }) => {
          const next = editorState.read($askedFor);
          setAsked((known) => (known?.key === next?.key && known?.words === next?.words ? known : next));
          if (!next) setDismissed(null);
        }),
        editor.registerCommand(BLUR_COMMAND, () => (setAsked(null), false), COMMAND_PRIORITY_LOW),
      ),
    [editor],
  );
  const open = asked && asked.key !== dismissed ? asked : null;
  return { asked: open, dismiss: () => setDismissed(asked?.key ?? null) };
}
