import { autoUpdate, computePosition, flip, offset, shift } from '@floating-ui/dom';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { withinFrame, subjectBox } from './text/panel-subject';

interface Props {
  label: string;
  /** Enter in a text field; on a button it presses that button. */
  onConfirm: () => void;
  /** Escape. */
  onCancel: () => void;
  children: ReactNode;
}

const GAP = 8;

/** What must stay free at the edges of the window: a bar at the top, the form's buttons below. */
function margins(panel: HTMLElement) {
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(panel);
  return { top: parseFloat(scrollMarginTop) || GAP, bottom: parseFloat(scrollMarginBottom) || GAP, left: GAP, right: GAP };
}

/** A small panel beside what it is about, never over it while there is room, wherever the text is scrolled to. */
export function FloatingPanel({ label, onConfirm, onCancel, children }: Props) {
  const [editor] = useLexicalComposerContext();
  const panel = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const root = editor.getRootElement();
    const element = panel.current;
    if (!root || !element) return;
    const reference = {
      getBoundingClientRect: () => withinFrame(subjectBox(editor) ?? root.getBoundingClientRect(), root.getBoundingClientRect()),
      contextElement: root.firstElementChild ?? root,
    };
    const place = () => {
      const padding = margins(element);
      const middleware = [offset(GAP), flip({ padding }), shift({ padding, crossAxis: true })];
      void computePosition(reference, element, { placement: 'bottom-start', middleware }).then(({ x, y }) => {
        const widest = (element.offsetParent?.clientWidth ?? Infinity) - element.offsetWidth - GAP;
        Object.assign(element.style, { left: `${Math.max(GAP, Math.min(x, widest))}px`, top: `${y}px` });
      });
    };
    const stopFollowing = autoUpdate(reference, element, place);
    const stopListening = editor.registerUpdateListener(place);
    return () => {
      stopFollowing();
      stopListening();
    };
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
