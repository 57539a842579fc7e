import { registerMarkdownShortcuts } from '@lexical/markdown';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useEffect } from 'react';
import { TRANSFORMERS } from '../text/markdown';

export function MarkdownPlugin() {
  const [editor] = useLexicalComposerContext();
  useEffect(() => registerMarkdownShortcuts(editor, TRANSFORMERS), [editor]);
  return null;
}
