import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { CLICK_COMMAND, COMMAND_PRIORITY_EDITOR } from 'lexical';
import { useEffect, useEffectEvent } from 'react';
import { $endWithinBlock } from '../text/triple-click';

/** A click on a link opens its panel, a click beside closes it; a triple click selects one block. Pictures handle their own. */
export function ClickPlugin({ onLink, onText }: { onLink: () => void; onText: () => void }) {
  const [editor] = useLexicalComposerContext();
  const onClick = useEffectEvent((target: EventTarget | null) => {
    if (target instanceof Element && target.closest('a')) onLink();
    else onText();
  });
  useEffect(
    () =>
      editor.registerCommand(
        CLICK_COMMAND,
        (event) => {
          onClick(event.target);
          if (event.detail === 3) $endWithinBlock();
          return false;
        },
        COMMAND_PRIORITY_EDITOR,
      ),
    [editor],
  );
  return null;
}
