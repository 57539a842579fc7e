import { describe, expect, it } from 'vitest';
import { advances, neighbour, rotate, start, type Action, type Rotation } from './rotation';

const play = (...actions: Action[]) => actions.reduce(rotate, start(4));
const turn: Action[] = [{ type: 'advance' }, { type: 'swap' }, { type: 'end' }];

describe('rotation', () => {
  it('swaps in the middle of a transition and rests at its end', () => {
    expect(play({ type: 'advance' })).toMatchObject({ index: 0, phase: 'leaving', target: 1 });
    expect(play({ type: 'advance' }, { type: 'swap' })).toMatchObject({ index: 1, was: 0, phase: 'entering' });
    expect(play(...turn)).toMatchObject({ index: 1, was: 1, phase: 'idle' });
  });

  it('wraps around at both ends', () => {
    expect(play(...turn, ...turn, ...turn, ...turn).index).toBe(0);
    expect(play({ type: 'arrow', arrow: 'previous' }, { type: 'swap' }).index).toBe(3);
    expect(neighbour({ index: 0, count: 4 }, 'previous')).toBe(3);
    expect(neighbour({ index: 3, count: 4 }, 'next')).toBe(0);
  });

  it('starts nothing while a transition runs', () => {
    const leaving = play({ type: 'advance' });
    expect(rotate(leaving, { type: 'arrow', arrow: 'previous' })).toBe(leaving);
    expect(rotate(leaving, { type: 'go', index: 3 })).toBe(leaving);
    expect(rotate(leaving, { type: 'end' })).toBe(leaving);
  });

  it.each<[string, Action]>([
    ['an arrow is hovered', { type: 'hover', arrow: 'next' }],
    ['it is paused', { type: 'pause' }],
    ['the keyboard is inside', { type: 'focus', inside: true }],
    ['a transition runs', { type: 'advance' }],
  ])('does not advance while %s', (_, action) => {
    expect(advances(start(4))).toBe(true);
    const held: Rotation = play(action);
    expect(advances(held)).toBe(false);
    expect(rotate(held, { type: 'advance' })).toBe(held);
  });

  it('has nowhere to go with one slide', () => {
    expect(advances(start(1))).toBe(false);
  });

  it("tells the visitor's changes from its own", () => {
    expect(play({ type: 'arrow', arrow: 'next' }).manual).toBe(true);
    expect(play({ type: 'advance' }).manual).toBe(false);
    expect(play({ type: 'go', index: 2 })).toMatchObject({ target: 2, direction: 'next', manual: true });
  });
});
