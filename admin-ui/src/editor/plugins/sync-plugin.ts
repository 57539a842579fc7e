import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useEffect, useEffectEvent, useRef } from 'react';
import { $exportHtml, $replaceWithHtml } from '../html';

const FROM_OUTSIDE = 'from-outside';

interface Props {
  html: string;
  /** Changes when the text was replaced from outside: copied from another language, merged. */
  revision: number;
  onChange: (html: string) => void;
}

/** Keeps the form's text and the editor's in step: typing flows out, replacements flow in. */
export function SyncPlugin({ html, revision, onChange }: Props) {
  const [editor] = useLexicalComposerContext();
  const shown = useRef(html);
  const emit = useEffectEvent((next: string) => {
    if (next === shown.current) return;
    shown.current = next;
    onChange(next);
  });

  useEffect(
    () =>
      editor.registerUpdateListener(({ dirtyElements, dirtyLeaves, editorState, tags }) => {
        if ((dirtyElements.size === 0 && dirtyLeaves.size === 0) || tags.has(FROM_OUTSIDE)) return;
        emit(editorState.read($exportHtml));
      }),
    [editor],
  );

  const replace = useEffectEvent(() => {
    if (html === shown.current) return;
    shown.current = html;
    editor.update(() => $replaceWithHtml(html), { tag: FROM_OUTSIDE });
  });
  useEffect(() => replace(), [revision]);

  return null;
}
