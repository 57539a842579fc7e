import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

interface Props {
  label: string;
  /** Enter in a text field; on a button it presses that button. */
  onConfirm: () => void;
  /** Escape. */
  onCancel: () => void;
  children: ReactNode;
}

const GAP = 6;
const EDGE = 8;

/** What the panel is about: the selected picture, the selected words, or the empty line the caret stands in. */
function subject(root: HTMLElement): DOMRect | null {
  const picture = root.querySelector('.editor-image--selected');
  if (picture) return picture.getBoundingClientRect();
  const selection = window.getSelection();
  if (!selection || selection.rangeCount === 0 || !root.contains(selection.anchorNode)) return null;
  const rect = selection.getRangeAt(0).getBoundingClientRect();
  const line = selection.anchorNode instanceof Element ? selection.anchorNode : selection.anchorNode?.parentElement;
  return rect.height > 0 ? rect : (line?.getBoundingClientRect() ?? null);
}

/** Below its subject, or above it where the editor's frame has no room below: there lie the form's buttons. */
function panelTop(root: HTMLElement, panel: HTMLElement): number {
  const frame = root.parentElement?.getBoundingClientRect();
  const about = subject(root);
  if (!frame || !about) return EDGE;
  const lowest = Math.max(EDGE, frame.height - panel.offsetHeight - EDGE);
  const below = Math.max(EDGE, about.bottom - frame.top + GAP);
  const above = about.top - frame.top - panel.offsetHeight - GAP;
  if (below <= lowest) return below;
  return above >= EDGE ? above : lowest;
}

/** A small panel over the text, next to what it is about. */
export function FloatingPanel({ label, onConfirm, onCancel, children }: Props) {
  const [editor] = useLexicalComposerContext();
  const panel = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const root = editor.getRootElement();
    if (!root || !panel.current) return;
    panel.current.style.top = `${panelTop(root, panel.current)}px`;
    panel.current.scrollIntoView({ block: 'nearest' });
  }, [editor]);

  /** Neither key reaches the form around. */
  function onKeyDown(event: KeyboardEvent) {
    const inText = event.target instanceof HTMLInputElement && event.target.type === 'text';
    const action = event.key === 'Escape' ? onCancel : event.key === 'Enter' && inText ? onConfirm : null;
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter and Escape of the fields inside
    <div ref={panel} className="floating" role="group" aria-label={label} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}
