import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useLexicalNodeSelection } from '@lexical/react/useLexicalNodeSelection';
import { CLICK_COMMAND, COMMAND_PRIORITY_LOW } from 'lexical';
import { useEffect, useRef } from 'react';

interface Props {
  nodeKey: string;
  src: string;
  alt: string;
}

/** The picture inside the editor; a click selects it, which opens the panel for its alternative text. */
export function ImageView({ nodeKey, src, alt }: Props) {
  const [editor] = useLexicalComposerContext();
  const [selected, setSelected, clearSelection] = useLexicalNodeSelection(nodeKey);
  const picture = useRef<HTMLImageElement>(null);

  useEffect(
    () =>
      editor.registerCommand(
        CLICK_COMMAND,
        (event) => {
          if (event.target !== picture.current) return false;
          if (!event.shiftKey) clearSelection();
          setSelected(true);
          return true;
        },
        COMMAND_PRIORITY_LOW,
      ),
    [editor, clearSelection, setSelected],
  );

  const className = `editor-image${selected ? ' editor-image--selected' : ''}${alt ? '' : ' editor-image--no-alt'}`;
  return <img ref={picture} className={className} src={src} alt={alt} draggable={false} />;
}
