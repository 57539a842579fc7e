import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { settle } from '../../test/helpers';
import { samples } from '../../test/samples';
import { media, scrollPage } from '../../test/setup';
import { followScroll, scrollPercentage } from '../plain/scroll';
import { Header } from './Header';
import { showScroll } from './scroll-look';

const details = (selector: string) => document.querySelector<HTMLDetailsElement>(selector) as HTMLDetailsElement;
const services = () => details('.header__services');
const language = () => details('.header__language');
const drawer = () => details('.header__drawer');
const control = (menu: HTMLDetailsElement) => menu.querySelector('summary') as HTMLElement;
const header = () => screen.getByRole('banner');

// As ScrollTop does on every page.
let unfollow = () => {};
const follow = () => {
  unfollow = followScroll(() => showScroll(scrollPercentage()));
};

async function open(menu: HTMLDetailsElement) {
  menu.open = true;
  await settle();
}

describe('Header', () => {
  afterEach(() => unfollow());

  it('takes its scrolled look after more than 20 px', () => {
    render(<Header {...samples.Header} />);
    follow();
    act(() => scrollPage(20));
    expect(header().classList.contains('is-scrolled')).toBe(false);
    act(() => scrollPage(21));
    expect(header().classList.contains('is-scrolled')).toBe(true);
    act(() => scrollPage(0));
    expect(header().classList.contains('is-scrolled')).toBe(false);
  });

  it('tracks how far the page is scrolled', () => {
    render(<Header {...samples.Header} />);
    follow();
    const progress = document.querySelector<HTMLElement>('.header__progress') as HTMLElement;
    expect(progress.dataset.progress).toBe('0');
    act(() => scrollPage(370));
    expect(progress.dataset.progress).toBe('37');
    expect(progress.style.getPropertyValue('--progress')).toBe('0.37');
  });

  it('has the six services in the dropdown and marks where one is', () => {
    render(<Header {...samples.Header} />);
    expect([...services().querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      '/services/audit/',
      '/services/valuation/',
      '/services/tax-legal/',
      '/services/consulting/',
      '/services/accounting/',
      '/services/hr/',
    ]);
    expect(services().classList.contains('is-current')).toBe(true);
  });

  it.each([
    ['services', services],
    ['language', language],
  ] as const)('closes the %s menu on a click outside and keeps it on one inside', async (_, menu) => {
    render(<Header {...samples.Header} />);
    await open(menu());
    fireEvent.click(menu().querySelector('ul') as Element);
    expect(menu().open).toBe(true);
    fireEvent.click(document.body);
    expect(menu().open).toBe(false);
  });

  it("closes the bar's menus by a touch outside that no click follows", async () => {
    media.add('(min-width: 62em)');
    render(<Header {...samples.Header} />);
    for (const menu of [services, language]) {
      await open(menu());
      fireEvent.pointerUp(document.body);
      expect(menu().open).toBe(false);
    }
  });

  it('closes on Escape and puts the focus back', async () => {
    render(<Header {...samples.Header} />);
    await open(services());
    services().querySelector('a')?.focus();
    fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
    expect(services().open).toBe(false);
    expect(document.activeElement).toBe(control(services()));
  });

  it('moves by arrow keys, Home and End', () => {
    render(<Header {...samples.Header} />);
    const links = [...services().querySelectorAll('a')];
    const press = (key: string, held = {}) => fireEvent.keyDown(document.activeElement as Element, { key, ...held });
    control(services()).focus();
    expect(press('ArrowUp', { altKey: true })).toBe(true);
    press('ArrowDown');
    expect(services().open).toBe(true);
    expect(document.activeElement).toBe(links[0]);
    expect(press('ArrowLeft', { altKey: true })).toBe(true);
    expect(document.activeElement).toBe(links[0]);
    press('ArrowDown');
    expect(document.activeElement).toBe(links[1]);
    press('End');
    expect(document.activeElement).toBe(links[5]);
    press('ArrowDown');
    expect(document.activeElement).toBe(links[0]);
    press('ArrowUp');
    expect(document.activeElement).toBe(links[5]);
    press('Home');
    expect(document.activeElement).toBe(links[0]);
  });

  it("closes when a link is chosen or the focus leaves the bar's menu", async () => {
    media.add('(min-width: 62em)');
    render(<Header {...samples.Header} />);
    await open(services());
    fireEvent.click(services().querySelector('a') as Element);
    expect(services().open).toBe(false);
    await open(services());
    fireEvent.blur(services().querySelector('a') as Element, { relatedTarget: language().querySelector('a') });
    expect(services().open).toBe(false);
  });

  it('offers the page in three languages as plain links', () => {
    render(<Header {...samples.Header} />);
    const links = [...language().querySelectorAll('a')];
    expect(links.map((link) => [link.lang, link.hreflang, link.dataset.langChoice, link.getAttribute('href')])).toEqual([
      ['az', 'az', 'az', '/'],
      ['en', 'en', 'en', '/en/'],
      ['ru', 'ru', 'ru', '/ru/'],
    ]);
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['true', null, null]);
  });

  describe('on a small screen', () => {
    it('locks the page while the drawer is open and goes into it', async () => {
      render(<Header {...samples.Header} />);
      await open(drawer());
      expect(document.documentElement.classList.contains('is-locked')).toBe(true);
      expect(document.activeElement?.textContent).toBe('Haqqımızda');
      expect(control(drawer()).getAttribute('aria-label')).toBe('Bağla');
      drawer().open = false;
      await settle();
      expect(document.documentElement.classList.contains('is-locked')).toBe(false);
    });

    it('leaves only the header to be reached while the drawer is open', async () => {
      document.body.append(document.createElement('main'), Object.assign(document.createElement('aside'), { inert: true }));
      render(<Header {...samples.Header} />);
      const inert = () =>
        [...document.querySelectorAll<HTMLElement>('main, aside, header, header *')]
          .filter((one) => one.inert)
          .map(({ localName }) => localName);
      await open(drawer());
      expect(inert()).toEqual(['main', 'aside']);
      drawer().open = false;
      await settle();
      expect(inert()).toEqual(['aside']); // what was inert before stays so
      await open(drawer());
      window.dispatchEvent(new Event('pagehide'));
      await settle();
      expect([drawer().open, inert()]).toEqual([false, ['aside']]);
    });

    it('closes on Escape with the focus back, on a link and on a click on the page', async () => {
      render(<Header {...samples.Header} />);
      await open(drawer());
      fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
      expect(drawer().open).toBe(false);
      expect(document.activeElement).toBe(control(drawer()));
      await open(drawer());
      fireEvent.click(screen.getByText('Bloq'));
      expect(drawer().open).toBe(false);
      await open(drawer());
      fireEvent.click(document.body);
      expect(drawer().open).toBe(false);
    });

    it('keeps Tab inside the header', async () => {
      render(<Header {...samples.Header} />);
      await open(drawer());
      control(drawer()).focus();
      fireEvent.keyDown(control(drawer()), { key: 'Tab' });
      expect(document.activeElement?.className).toBe('header__brand');
      fireEvent.keyDown(document.activeElement as Element, { key: 'Tab', shiftKey: true });
      expect(document.activeElement).toBe(control(drawer()));
    });

    it('lets a list in the drawer fold only by the click, which finds what was pressed still in its place', async () => {
      render(<Header {...samples.Header} />);
      await open(drawer());
      await open(services());
      fireEvent.pointerUp(screen.getByText('Bloq'));
      expect(services().open).toBe(true);
      fireEvent.click(screen.getByText('Bloq'));
      expect(services().open).toBe(false);
    });

    it('leaves the drawer open when Escape closes a menu in it', async () => {
      render(<Header {...samples.Header} />);
      await open(drawer());
      await open(services());
      services().querySelector('a')?.focus();
      fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
      expect([services().open, drawer().open]).toEqual([false, true]);
    });
  });

  it('locks nothing on a wide screen', async () => {
    media.add('(min-width: 62em)');
    render(<Header {...samples.Header} />);
    await open(drawer());
    expect(document.documentElement.classList.contains('is-locked')).toBe(false);
  });
});
