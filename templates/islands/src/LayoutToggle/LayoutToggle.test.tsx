import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { place } from '../../test/place';
import { LAYOUT_KEY, rememberedLayout } from '../plain/layout-memory';
import { start } from './plain';

const pressed = () => ['Cards', 'Wide'].map((name) => screen.getByRole('button', { name }).getAttribute('aria-pressed'));
const { dataset } = document.documentElement;

describe('LayoutToggle', () => {
  it('starts with cards', () => {
    place('LayoutToggle', start);
    expect(pressed()).toEqual(['true', 'false']);
    expect(dataset.blogLayout).toBeUndefined();
  });

  it('changes and remembers', () => {
    place('LayoutToggle', start);
    fireEvent.click(screen.getByRole('button', { name: 'Wide' }));
    expect([pressed(), dataset.blogLayout, localStorage.getItem(LAYOUT_KEY)]).toEqual([['false', 'true'], 'wide', 'wide']);
    expect(rememberedLayout()).toBe('wide');
    fireEvent.click(screen.getByRole('button', { name: 'Cards' }));
    expect([pressed(), dataset.blogLayout, rememberedLayout()]).toEqual([['true', 'false'], undefined, 'card']);
  });

  it('shows what the inline script has set', () => {
    dataset.blogLayout = 'wide';
    place('LayoutToggle', start);
    expect(pressed()).toEqual(['false', 'true']);
  });

  it('changes where nothing can be stored', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('refused');
    });
    place('LayoutToggle', start);
    fireEvent.click(screen.getByRole('button', { name: 'Wide' }));
    expect(pressed()).toEqual(['false', 'true']);
  });
});
