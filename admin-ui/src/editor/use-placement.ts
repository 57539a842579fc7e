import { autoUpdate, computePosition, flip, offset, shift } from '@floating-ui/dom';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { type RefObject, useLayoutEffect } from 'react';
import { subjectBox, withinFrame } from './text/panel-subject';

const GAP = 8;

/** What must stay free at the edges of the window: a bar at the top, the form's buttons below. */
function margins(panel: HTMLElement) {
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(panel);
  return { top: parseFloat(scrollMarginTop) || GAP, bottom: parseFloat(scrollMarginBottom) || GAP, left: GAP, right: GAP };
}

/** Keeps a panel beside what it is about, never over it while there is room, wherever the text is scrolled to. */
export function usePlacement(panel: RefObject<HTMLElement | null>): void {
  const [editor] = useLexicalComposerContext();

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
  }, [editor, panel]);
}
