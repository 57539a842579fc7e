import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { markSelection } from '@lexical/utils';
import { useEffect } from 'react';
import { selectedRange } from './text/panel-subject';

const NAME = 'editor-selection';

/** Shows what is selected in the text while the focus is elsewhere: the browser stops painting its own selection then. */
export function usePaintedSelection(): void {
  const [editor] = useLexicalComposerContext();
  useEffect(() => {
    if (!('highlights' in CSS)) return markSelection(editor);
    const paint = () => {
      const range = selectedRange(editor);
      if (range && !range.collapsed) CSS.highlights.set(NAME, new Highlight(range));
      else CSS.highlights.delete(NAME);
    };
    paint();
    const stop = editor.registerUpdateListener(paint);
    return () => {
      stop();
      CSS.highlights.delete(NAME);
    };
  }, [editor]);
}
