import { useRef, type PointerEvent } from 'react';
import type { Arrow } from './rotation';

/** Pixels a finger must travel sideways. */
const DISTANCE = 40;

/** Sideways swipes of a finger or pen; the browser keeps vertical ones (`touch-action: pan-y`). */
export function useSwipe(onSwipe: (arrow: Arrow) => void) {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown(event: PointerEvent) {
      from.current = event.pointerType === 'mouse' ? null : { x: event.clientX, y: event.clientY };
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
