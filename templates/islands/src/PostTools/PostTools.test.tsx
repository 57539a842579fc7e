import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { place } from '../../test/place';
import { scrollPage } from '../../test/setup';
import { start } from './plain';

const button = () => screen.getByText('Share', { selector: 'button' });

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
  document.head.replaceChildren();
});

describe('sharing', () => {
  it('is not offered where the device has no dialog', () => {
    place('PostTools', start);
    expect(button().hidden).toBe(true);
  });

  it('gives the device title and canonical address, and takes a closed dialog for no error', () => {
    const dialog = vi.fn(() => Promise.reject(new DOMException('closed', 'AbortError')));
    Object.defineProperty(navigator, 'share', { value: dialog, configurable: true });
    document.head.innerHTML = '<link rel="canonical" href="https://firm.example/blog/1/">';
    document.body.innerHTML = '<h1>Başlıq</h1>';
    place('PostTools', start);
    expect(button().hidden).toBe(false);
    fireEvent.click(button());
    expect(dialog).toHaveBeenCalledWith({ title: 'Başlıq', url: 'https://firm.example/blog/1/' });
  });
});

describe('contents', () => {
  it('mark the part that is being read', () => {
    document.body.innerHTML =
      ['one', 'two', 'three'].map((id) => `<h2 id="s-${id}">${id}</h2>`).join('') +
      `<nav class="contents">${['one', 'two', 'three'].map((id) => `<a href="#s-${id}">${id}</a>`).join('')}</nav>`;
    [500, 1000, 1500].forEach((at, index) => {
      const heading = document.querySelectorAll('h2')[index] as HTMLElement;
      heading.getBoundingClientRect = () => ({ top: at - scrollY }) as DOMRect;
    });
    const current = () => [...document.querySelectorAll('[aria-current=location]')].map((link) => link.textContent);
    act(() => scrollPage(0));
    place('PostTools', start);
    expect(current()).toEqual([]);
    act(() => scrollPage(200));
    expect(current()).toEqual(['one']);
    act(() => scrollPage(5000));
    expect(current()).toEqual(['three']);
    act(() => scrollPage(700));
    expect(current()).toEqual(['two']);
  });
});
