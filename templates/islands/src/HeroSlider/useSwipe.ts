import { useRef, type PointerEvent } from 'react';
import type { Arrow } from './rotation';

/** Pixels a finger must travel sideways. */
const DISTANCE = 40;

/**
 * Sideways swipes of one finger or pen; the browser keeps vertical ones and two fingers (`touch-action: pan-y pinch-zoom`).
 * In an enlarged page a swipe moves what is seen of it.
 */
export function useSwipe(onSwipe: (arrow: Arrow) => void) {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown(event: PointerEvent) {
      const enlarged = (window.visualViewport?.scale as number) > 1; // unknown is no more than 1
      const swipes = event.pointerType !== 'mouse' && event.isPrimary && !enlarged;
      from.current = swipes ? { x: event.clientX, y: event.clientY } : null; // a second finger ends what the first began
    },
    onPointerUp(event: PointerEvent) {
      if (!from.current) return;
      const x = event.clientX - from.current.x;
      const y = event.clientY - from.current.y;
      from.current = null;
      if (Math.abs(x) >= DISTANCE && Math.abs(x) > Math.abs(y)) onSwipe(x < 0 ? 'next' : 'previous');
    },
    onPointerCancel() {
      from.current = null;
    },
  };
}
