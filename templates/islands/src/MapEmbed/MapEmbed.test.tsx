import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { place } from '../../test/place';
import { Intersections } from '../../test/setup';
import { start } from './plain';

describe('MapEmbed', () => {
  it('has the address and a link, and the map only when it comes near', () => {
    place('MapEmbed', start);
    expect(screen.getByText('43 Samad Vurgun Street')).toBeTruthy();
    expect(screen.getByRole('link').getAttribute('href')).toBe('https://maps.example/');
    expect(document.querySelector('iframe')).toBeNull();
    act(() => Intersections.show());
    expect(screen.getByTitle('Map of the office').getAttribute('src')).toBe('https://maps.example/embed');
  });

  it('lets the keyboard into the map when it has arrived', () => {
    place('MapEmbed', start);
    act(() => Intersections.show());
    const map = screen.getByTitle('Map of the office');
    expect(map.tabIndex).toBe(-1);
    map.dispatchEvent(new Event('load'));
    expect(map.hasAttribute('tabindex')).toBe(false);
  });
});
