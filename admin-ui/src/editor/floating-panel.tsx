import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { usePlacement } from './use-placement';
import './floating-panel.css';

interface Props {
  label: string;
  /** Enter in a field or on a box to tick; on a button it presses that button, and it opens a choice of files. */
  onConfirm: () => void;
  /** Escape. */
  onCancel: () => void;
  children: ReactNode;
}

/** A small panel beside what it is about, never over it while there is room, wherever the text is scrolled to. */
export function FloatingPanel({ label, onConfirm, onCancel, children }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  usePlacement(panel);

  /** Neither key reaches the form around. */
  function onKeyDown(event: KeyboardEvent) {
    // They belong to the input method while it is at work.
    if (event.nativeEvent.isComposing) return;
    const inField = event.target instanceof HTMLInputElement && event.target.type !== 'file';
    const action = event.key === 'Escape' ? onCancel : event.key === 'Enter' && inField ? onConfirm : null;
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
