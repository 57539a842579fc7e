import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from './icon';

interface Props {
  title: string;
  closeLabel: string;
  onClose: () => void;
  size?: 'small' | 'wide' | 'full' | 'drawer' | 'side';
  /** Gets the title, for whoever gives it the focus. */
  heading?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}

/**
 * A native modal dialog: focus stays inside, Escape closes, and the focus returns to where it was. It opens with the focus in its first
 * field, where that is the first thing to be reached in it; otherwise at its title, before words to be read, buttons and links, so that no
 * key presses what nobody has read. It stands outside of what opened it, so that Enter in one of its fields submits no form around.
 * Whether it closes is `onClose`'s to say: a browser that has been refused Escape twice closes it all the same, and it opens again.
 */
export function Modal({ title, closeLabel, onClose, size = 'wide', heading: given, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const own = useRef<HTMLHeadingElement>(null);
  const heading = given ?? own;
  const body = useRef<HTMLDivElement>(null);
  /** What had the focus when Escape was pressed. */
  const asked = useRef<Element | null>(null);
  const titleId = useId();

  // Opened before effects run, so that what is inside may take the focus for itself.
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element && !element.open) {
      element.showModal();
      enter(body.current, heading.current);
    }
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [heading]);

  return createPortal(
    <dialog
      ref={dialog}
      className={`modal modal--${size}`}
      aria-labelledby={titleId}
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={(event) => {
        event.preventDefault();
        asked.current = document.activeElement;
        onClose();
      }}
      onClose={() => {
        if (dialog.current?.open !== false) return;
        dialog.current.showModal();
        if (asked.current instanceof HTMLElement) asked.current.focus();
      }}
    >
      {/* A `header` would be a banner here, and the page has its own. */}
      <div className="modal__header">
        <h2 className="modal__title" id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button className="button button--quiet button--icon" type="button" onClick={onClose} aria-label={closeLabel} title={closeLabel}>
          <Icon name="close" />
        </button>
      </div>
      <div className="modal__body" ref={body}>
        {children}
      </div>
    </dialog>,
    document.body,
  );
}

const FIELDS = 'input, select, textarea';

/** Takes the focus into a dialog that has opened. */
function enter(body: HTMLElement | null, title: HTMLElement | null): void {
  const first = body?.querySelector<HTMLElement>(`:is(a, button, summary, ${FIELDS}):not(:disabled)`);
  if (!first?.matches(FIELDS)) return title?.focus();
  first.focus();
  // What was typed before is gone on with.
  if (first instanceof HTMLTextAreaElement) first.selectionStart = first.textLength;
}
