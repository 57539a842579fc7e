import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { type KeyboardEventHandler, type ReactNode, useLayoutEffect, useRef } from 'react';

interface Props {
  label: string;
  onKeyDown: KeyboardEventHandler;
  children: ReactNode;
}

/** Where the panel goes: just below what is selected, inside the editor's frame. */
function selectionBottom(root: HTMLElement): number {
  const selected = root.querySelector('.editor-image--selected');
  const selection = window.getSelection();
  const range = selection && selection.rangeCount > 0 && root.contains(selection.anchorNode) ? selection.getRangeAt(0) : null;
  const rect = (selected ?? range)?.getBoundingClientRect();
  const frame = root.parentElement?.getBoundingClientRect();
  if (!rect || !frame || rect.bottom === 0) return 8;
  return Math.min(Math.max(8, rect.bottom - frame.top + 6), frame.height - 8);
}

/** A small panel over the text, next to what it is about. */
export function FloatingPanel({ label, onKeyDown, children }: Props) {
  const [editor] = useLexicalComposerContext();
  const panel = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const root = editor.getRootElement();
    if (!root || !panel.current) return;
    panel.current.style.top = `${selectionBottom(root)}px`;
    panel.current.scrollIntoView({ block: 'nearest' });
  }, [editor]);

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter and Escape of the fields inside
    <div ref={panel} className="floating" role="group" aria-label={label} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}
