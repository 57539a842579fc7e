// The slider's rules without a clock: what happens is told by actions, when it happens is the component's business.

/** Milliseconds between the end of a transition and the next advance. */
export const ADVANCE_AFTER = 5000;
/** Milliseconds from the start of a transition to the swap of the slide. */
export const SWAP_AFTER = 300;
/** Milliseconds from the swap to the end of the transition. */
export const END_AFTER = 600;

export type Arrow = 'previous' | 'next';

export interface Rotation {
  count: number;
  index: number;
  /** The slide that was shown before the last swap; it lies below while the new one comes in. */
  was: number;
  phase: 'idle' | 'leaving' | 'entering';
  /** Where the running transition leads. */
  target: number;
  /** The side the new slide comes from. */
  direction: Arrow;
  hover: Arrow | null;
  /** Stopped with the pause button. */
  paused: boolean;
  /** The keyboard is inside. */
  focused: boolean;
  /** The last change was the visitor's, so it is announced. */
  manual: boolean;
}

export type Action =
  | { type: 'advance' }
  | { type: 'arrow'; arrow: Arrow }
  | { type: 'go'; index: number }
  | { type: 'swap' }
  | { type: 'end' }
  | { type: 'hover'; arrow: Arrow | null }
  | { type: 'focus'; inside: boolean }
  | { type: 'pause' };

export function start(count: number): Rotation {
  return {
    count,
    index: 0,
    was: 0,
    phase: 'idle',
    target: 0,
    direction: 'next',
    hover: null,
    paused: false,
    focused: false,
    manual: false,
  };
}

/** The slide on that side of the current one; wraps around at both ends. */
export function neighbour({ index, count }: Pick<Rotation, 'index' | 'count'>, arrow: Arrow): number {
  return (index + (arrow === 'next' ? 1 : -1) + count) % count;
}

/** Whether the clock may run: nothing moves, nobody holds it. */
export function advances({ phase, hover, paused, focused, count }: Rotation): boolean {
  return count > 1 && phase === 'idle' && hover === null && !paused && !focused;
}

export function rotate(state: Rotation, action: Action): Rotation {
  switch (action.type) {
    case 'advance':
      return advances(state) ? leave(state, neighbour(state, 'next'), 'next', false) : state;
    case 'arrow':
      return leave(state, neighbour(state, action.arrow), action.arrow, true);
    case 'go':
      return leave(state, action.index, action.index > state.index ? 'next' : 'previous', true);
    case 'swap':
      return state.phase === 'leaving' ? { ...state, phase: 'entering', was: state.index, index: state.target } : state;
    case 'end':
      return state.phase === 'entering' ? { ...state, phase: 'idle', was: state.index } : state;
    case 'hover':
      return { ...state, hover: action.arrow };
    case 'focus':
      return { ...state, focused: action.inside };
    case 'pause':
      return { ...state, paused: !state.paused };
  }
}

/** A transition starts only from rest. */
function leave(state: Rotation, target: number, direction: Arrow, manual: boolean): Rotation {
  if (state.phase !== 'idle' || target === state.index) return state;
  return { ...state, phase: 'leaving', target, direction, manual };
}
