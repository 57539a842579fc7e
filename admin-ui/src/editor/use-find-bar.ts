import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $getSelection } from 'lexical';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { isShortcut } from '../ui/keyboard';

/** A longer selection is no word that somebody looks for. */
const WORDS = 100;

/** What is in the fields of the bar. */
export interface Sought {
  wanted: string;
  words: string;
}

/** Whether find and replace is open in this editor. Ctrl+F opens it from anywhere in the editor's pane; a second one in it is the browser's own. */
export function useFindBar(frame: RefObject<HTMLElement | null>) {
  const [editor] = useLexicalComposerContext();
  const [opened, setOpened] = useState<({ asked: number } & Sought) | null>(null);
  const [last, setLast] = useState<Sought>({ wanted: '', words: '' });

  function open() {
    const selected = editor.getEditorState().read(() => $getSelection()?.getTextContent() ?? '');
    const beginning = selected.length > WORDS || selected.includes('\n') ? '' : selected;
    setOpened((before) =>
      before ? { ...before, asked: before.asked + 1 } : { wanted: beginning || last.wanted, words: last.words, asked: 1 },
    );
  }

  /** Whoever opens it again goes on with what is in its fields, unless something else is selected. */
  function close(sought: Sought) {
    setLast(sought);
    setOpened(null);
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event, 'f') || (event.target instanceof Element && event.target.closest('.find'))) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const pane = frame.current?.closest<HTMLElement>('.pane') ?? frame.current;
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    pane?.addEventListener('keydown', listen);
    return () => pane?.removeEventListener('keydown', listen);
  }, [frame]);

  return { opened, open, close };
}
