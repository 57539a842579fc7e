import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useLexicalNodeSelection } from '@lexical/react/useLexicalNodeSelection';
import { CLICK_COMMAND, COMMAND_PRIORITY_LOW } from 'lexical';
import { useEffect, useRef } from 'react';
import { presentSource } from '../../pictures/present-source';
import { uploadId } from '../../rich-text/address';
import { $selectPicture } from './select-picture';
import { UploadView } from './upload-view';

interface Props {
  nodeKey: string;
  src: string;
  alt: string;
}

/** The picture inside the editor; a click selects it, which opens the panel for its alternative text. */
export function ImageView({ nodeKey, src, alt }: Props) {
  const [editor] = useLexicalComposerContext();
  const [selected] = useLexicalNodeSelection(nodeKey);
  const picture = useRef<HTMLImageElement>(null);
  const upload = uploadId(src);

  useEffect(
    () =>
      editor.registerCommand(
        CLICK_COMMAND,
        (event) => {
          if (event.target !== picture.current) return false;
          $selectPicture(nodeKey);
          return true;
        },
        COMMAND_PRIORITY_LOW,
      ),
    [editor, nodeKey],
  );

  const className = `editor-image${selected ? ' editor-image--selected' : ''}${alt ? '' : ' editor-image--no-alt'}`;
  if (upload !== null) return <UploadView ref={picture} id={upload} nodeKey={nodeKey} className={className} alt={alt} />;
  return <img ref={picture} className={className} src={presentSource(src)} alt={alt} />;
}
