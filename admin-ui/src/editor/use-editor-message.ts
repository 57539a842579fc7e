import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useCallback, useLayoutEffect, useState } from 'react';

/** A line below the text, until the text changes. */
export function useEditorMessage(): [string, (message: string) => void] {
  const [editor] = useLexicalComposerContext();
  const [message, setMessage] = useState('');

  // Listening before the message can be read: a change in between would leave it standing.
  useLayoutEffect(() => {
    if (message === '') return;
    return editor.registerUpdateListener(({ dirtyElements, dirtyLeaves }) => {
      if (dirtyElements.size > 0 || dirtyLeaves.size > 0) setMessage('');
    });
  }, [editor, message]);

  // After the change that the message is about, which clears older messages.
  const say = useCallback((next: string) => setTimeout(() => setMessage(next)), []);
  return [message, say];
}
