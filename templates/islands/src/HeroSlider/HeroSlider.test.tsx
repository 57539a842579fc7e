import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pass } from '../../test/helpers';
import { samples } from '../../test/samples';
import { media } from '../../test/setup';
import { HeroSlider } from './HeroSlider';

const slides = () => [...document.querySelectorAll<HTMLElement>('.hero-slider__slide')];
const current = () => slides().findIndex((slide) => slide.dataset.state === 'current');
const phase = () => document.querySelector<HTMLElement>('.hero-slider')?.dataset.phase;
const next = () => screen.getByRole('button', { name: 'Next' });
const pointer = (
  type: 'pointerEnter' | 'pointerLeave' | 'pointerDown' | 'pointerUp',
  on: Element,
  pointerType: string,
  x = 0,
  y = 0,
  isPrimary = true,
) => {
  const event = new MouseEvent(
    { pointerEnter: 'pointerover', pointerLeave: 'pointerout', pointerDown: 'pointerdown', pointerUp: 'pointerup' }[type],
    { bubbles: true, clientX: x, clientY: y },
  );
  Object.defineProperties(event, { pointerType: { value: pointerType }, isPrimary: { value: isPrimary } });
  act(() => void on.dispatchEvent(event));
};

function tab(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

describe('HeroSlider', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('advances after 5000 ms, swaps 300 ms later, ends 600 ms after that', async () => {
    render(<HeroSlider {...samples.HeroSlider} />);
    await pass(4999);
    expect([current(), phase()]).toEqual([0, 'idle']);
    await pass(1);
    expect([current(), phase()]).toEqual([0, 'leaving']);
    await pass(299);
    expect(current()).toBe(0);
    await pass(1);
    expect([current(), phase()]).toEqual([1, 'entering']);
    await pass(599);
    expect(phase()).toBe('entering');
    await pass(1);
    expect(phase()).toBe('idle');
    await pass(4999);
    expect(phase()).toBe('idle');
    await pass(1);
    await pass(300);
    expect(current()).toBe(2);
  });

  it('wraps around by the arrows and by itself', async () => {
    render(<HeroSlider {...samples.HeroSlider} />);
    fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
    await pass(900);
    expect(current()).toBe(3);
    await pass(5900);
    expect(current()).toBe(0);
  });

  it('rests while an arrow is hovered and shows the neighbour there', async () => {
    render(<HeroSlider {...samples.HeroSlider} />);
    pointer('pointerEnter', next(), 'mouse');
    expect(next().querySelector('img')?.getAttribute('alt')).toBe('hero-2');
    await pass(20_000);
    expect(current()).toBe(0);
    pointer('pointerLeave', next(), 'mouse');
    expect(next().querySelector('img')).toBeNull();
    await pass(5300);
    expect(current()).toBe(1);
    pointer('pointerEnter', screen.getByRole('button', { name: 'Previous' }), 'mouse');
    expect(screen.getByRole('button', { name: 'Previous' }).querySelector('img')?.getAttribute('alt')).toBe('hero-1');
  });

  it('does not take a touch for a hover', async () => {
    render(<HeroSlider {...samples.HeroSlider} />);
    pointer('pointerEnter', next(), 'touch');
    expect(next().querySelector('img')).toBeNull();
    await pass(5300);
    expect(current()).toBe(1);
  });

  it('stops and goes on by its button', async () => {
    render(<HeroSlider {...samples.HeroSlider} />);
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    await pass(20_000);
    expect(current()).toBe(0);
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    await pass(5300);
    expect(current()).toBe(1);
  });

  it('rests in a hidden tab', async () => {
    render(<HeroSlider {...samples.HeroSlider} />);
    tab(true);
    await pass(20_000);
    expect(current()).toBe(0);
    tab(false);
    await pass(5300);
    expect(current()).toBe(1);
  });

  it('never moves by itself with reduced motion, yet by the arrows', async () => {
    media.add('(prefers-reduced-motion: reduce)');
    render(<HeroSlider {...samples.HeroSlider} />);
    await pass(20_000);
    expect(current()).toBe(0);
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
    fireEvent.click(next());
    await pass(300);
    expect(current()).toBe(1);
  });

  it('follows arrow keys, dots and swipes', async () => {
    render(<HeroSlider {...samples.HeroSlider} />);
    const slider = screen.getByRole('region', { name: 'Pictures' });
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    await pass(900);
    expect(current()).toBe(1);
    fireEvent.keyDown(slider, { key: 'ArrowLeft', altKey: true }); // the browser's way back
    await pass(900);
    expect(current()).toBe(1);
    fireEvent.click(screen.getByRole('button', { name: '4 of 4' }));
    await pass(900);
    expect(current()).toBe(3);
    pointer('pointerDown', slider, 'touch', 200, 10);
    pointer('pointerUp', slider, 'touch', 300, 20);
    await pass(900);
    expect(current()).toBe(2);
    pointer('pointerDown', slider, 'touch', 200, 10);
    pointer('pointerUp', slider, 'touch', 210, 200);
    await pass(900);
    expect(current()).toBe(2);
  });

  it('leaves two fingers, and swipes in an enlarged page, to the browser', async () => {
    render(<HeroSlider {...samples.HeroSlider} />);
    const slider = screen.getByRole('region', { name: 'Pictures' });
    const swiped = async (...fingers: boolean[]) => {
      for (const isPrimary of fingers) pointer('pointerDown', slider, 'touch', 200, 10, isPrimary);
      for (const isPrimary of fingers) pointer('pointerUp', slider, 'touch', 100, 10, isPrimary);
      await pass(900);
      return current();
    };
    expect(await swiped(true, false)).toBe(0);
    expect(await swiped(false)).toBe(0);
    vi.stubGlobal('visualViewport', { scale: 2 });
    expect(await swiped(true)).toBe(0);
    vi.stubGlobal('visualViewport', { scale: 1 });
    expect(await swiped(true)).toBe(1);
    vi.unstubAllGlobals();
  });

  it('announces only what the visitor did', async () => {
    render(<HeroSlider {...samples.HeroSlider} />);
    await pass(5900);
    expect(screen.getByRole('status').textContent).toBe('');
    fireEvent.click(next());
    await pass(900);
    expect(screen.getByRole('status').textContent).toBe('3 of 4');
  });
});
