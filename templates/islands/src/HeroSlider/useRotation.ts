import { useEffect, useReducer, useSyncExternalStore, type Dispatch } from 'react';
import { useReducedMotion } from '../shared/media';
import { ADVANCE_AFTER, advances, END_AFTER, rotate, start, SWAP_AFTER, type Action, type Rotation } from './rotation';

/** The rotation with its clock. It stands still while the tab is hidden or the visitor wants less motion. */
export function useRotation(count: number): { state: Rotation; dispatch: Dispatch<Action>; still: boolean } {
  const [state, dispatch] = useReducer(rotate, count, start);
  const still = useReducedMotion();
  const seen = useTabVisible();
  const { phase } = state;
  const running = advances(state) && seen && !still;

  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => dispatch({ type: 'advance' }), ADVANCE_AFTER);
    return () => clearTimeout(timer);
  }, [running]);

  useEffect(() => {
    if (phase === 'idle') return;
    const leaving = phase === 'leaving';
    const timer = setTimeout(() => dispatch({ type: leaving ? 'swap' : 'end' }), leaving ? SWAP_AFTER : END_AFTER);
    return () => clearTimeout(timer);
  }, [phase]);

  return { state, dispatch, still };
}

function subscribe(changed: () => void) {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

function useTabVisible(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !document.hidden,
    () => true,
  );
}
