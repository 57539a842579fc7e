import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $getNodeByKey, type EditorState, HISTORY_MERGE_TAG, SKIP_DOM_SELECTION_TAG } from 'lexical';
import { useEffect, useRef, useState } from 'react';
import { $isImageNode } from './nodes/image-node';

/** What is said of a picture in a text: its alternative text, and a caption of its own or none. */
interface PictureTexts {
  alt: string;
  caption: string | null;
}

/**
 * What is said of a picture, as it is typed. What is written without a pause for something else is one step to undo in each field;
 * what undo, or somebody else, makes of it is shown.
 */
export function usePictureTexts(nodeKey: string, given: PictureTexts) {
  const [editor] = useLexicalComposerContext();
  const [typed, setTyped] = useState(given);
  /** As the text has it, without a space at the end, which is no step to undo. */
  const set = useRef(given);
  const last = useRef<{ field: keyof PictureTexts; state: EditorState } | null>(null);

  useEffect(
    () =>
      editor.registerUpdateListener(({ editorState }) => {
        const now = editorState.read(() => $textsOf(nodeKey));
        if (!now || (now.alt === set.current.alt && now.caption === set.current.caption)) return;
        set.current = now;
        setTyped(now);
      }),
    [editor, nodeKey],
  );

  /** The focus stays in the panel: in the text the next letter would take the picture's place. */
  function write<F extends keyof PictureTexts>(field: F, value: PictureTexts[F]) {
    setTyped((known) => ({ ...known, [field]: value }));
    const next = { ...set.current, [field]: value && value.trim() };
    if (next[field] === set.current[field]) return;
    set.current = next;
    const goesOn = value !== null && last.current?.field === field && last.current.state === editor.getEditorState();
    editor.update(() => $write(nodeKey, next), {
      tag: goesOn ? [SKIP_DOM_SELECTION_TAG, HISTORY_MERGE_TAG] : SKIP_DOM_SELECTION_TAG,
      onUpdate: () => (last.current = { field, state: editor.getEditorState() }),
    });
  }

  return { typed, write };
}

function $textsOf(key: string): PictureTexts | null {
  const node = $getNodeByKey(key);
  return $isImageNode(node) ? { alt: node.getAlt(), caption: node.getCaption() } : null;
}

function $write(key: string, { alt, caption }: PictureTexts): void {
  const node = $getNodeByKey(key);
  if (!$isImageNode(node)) return;
  if (alt !== node.getAlt()) node.setAlt(alt);
  if (caption !== node.getCaption()) node.setCaption(caption);
}
