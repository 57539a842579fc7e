import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { place } from '../../test/place';
import { media, scrollPage } from '../../test/setup';
import { start } from './plain';

const button = () => screen.getByRole('button', { name: 'Back to top', hidden: true });
const shown = () => button().classList.contains('is-shown');

describe('ScrollTop', () => {
  it('appears after more than 300 px', () => {
    place('ScrollTop', start);
    act(() => scrollPage(300));
    expect([shown(), button().hasAttribute('inert')]).toEqual([false, true]);
    act(() => scrollPage(301));
    expect([shown(), button().hasAttribute('inert')]).toEqual([true, false]);
  });

  it('keeps the focus while it goes, and can be reached no more when that has left', () => {
    place('ScrollTop', start);
    act(() => scrollPage(400));
    button().focus();
    act(() => scrollPage(0));
    expect([shown(), button().hasAttribute('inert'), document.activeElement]).toEqual([true, false, button()]);
    button().blur();
    expect([shown(), button().hasAttribute('inert')]).toEqual([false, true]);
    act(() => scrollPage(400));
    button().focus();
    button().blur();
    expect([shown(), button().hasAttribute('inert')]).toEqual([true, false]);
  });

  it('draws the scrolled part as a ring', () => {
    place('ScrollTop', start);
    act(() => scrollPage(750));
    expect(button().dataset.progress).toBe('75');
    expect(document.querySelector('.scroll-top__progress')?.getAttribute('stroke-dashoffset')).toBe('35'); // of 138, once round
  });

  it.each([
    [false, 'smooth'],
    [true, 'instant'],
  ])('goes to the top (reduced motion: %s) %s', (reduced, behavior) => {
    if (reduced) media.add('(prefers-reduced-motion: reduce)');
    place('ScrollTop', start);
    act(() => scrollPage(400));
    fireEvent.click(button());
    expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior });
  });

  it('leads the keyboard to the header that is shown: the page of what there is not has one for each language', () => {
    place('ScrollTop', start);
    document.body.insertAdjacentHTML('afterbegin', '<header hidden><a href="/">az</a></header><header><a href="/en/">en</a></header>');
    act(() => scrollPage(400));
    fireEvent.click(button());
    expect(document.activeElement?.textContent).toBe('en');
  });
});
