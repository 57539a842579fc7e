import { act } from '@testing-library/react';
import { type ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hydrate } from '../src/client/hydrate';
import type { HeroSliderProps } from '../src/HeroSlider/props';
import { islands, reads, spent } from '../src/registry';
import { bareEngine, beside } from './render';
import { showScroll } from '../src/Header/scroll-look';
import { samples } from './samples';
import { scrollPage } from './setup';

const render = bareEngine();
// Those with a `plain.ts` are never given to React.
const names = (Object.keys(islands) as (keyof typeof islands)[]).filter((name) => !(name in spent));

function page(name: keyof typeof islands): HTMLElement {
  const island = document.createElement('div');
  island.dataset.island = name;
  island.dataset.prefix = `${name}-0-`;
  island.innerHTML = render(name, JSON.stringify(samples[name]), `${name}-0-`);
  const script = document.createElement('script');
  script.type = 'application/json';
  script.toggleAttribute('data-props', true);
  script.textContent = JSON.stringify(beside(name));
  document.body.append(island, script);
  return island;
}

async function mount(island: HTMLElement, component: unknown) {
  let done: Promise<void> | undefined;
  await act(async () => {
    done = hydrate(island, component as ComponentType<object>, reads[island.dataset.island as keyof typeof reads]);
  });
  await done;
}

describe("hydration with React's development build", () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(console, 'warn').mockImplementation(() => {});
  });

  it.each(names)('takes over the server markup of %s without a word', async (name) => {
    const island = page(name);
    await mount(island, islands[name]);
    expect(island.dataset).toHaveProperty('hydrated');
    expect(vi.mocked(console.error).mock.calls).toEqual([]);
    expect(vi.mocked(console.warn).mock.calls).toEqual([]);
  });

  it.each(['Header', 'FaqAccordion', 'FaqBrowser', 'BlogFilters'] as const)('accepts what was unfolded in %s before', async (name) => {
    const island = page(name);
    const details = island.querySelector('details') as HTMLDetailsElement;
    details.open = true;
    await mount(island, islands[name]);
    expect(details.open).toBe(true);
    expect(details.isConnected).toBe(true);
    expect(vi.mocked(console.error).mock.calls).toEqual([]);
  });

  it('leaves the look of the header alone, which scrolling has given it', async () => {
    const island = page('Header');
    scrollPage(500);
    showScroll(50);
    await mount(island, islands.Header);
    expect(vi.mocked(console.error).mock.calls).toEqual([]);
    expect(island.querySelector('.header.is-scrolled .header__progress[data-progress="50"]')).not.toBeNull();
  });

  it.each(['', '#faq-tax'])('searches for what was typed into the questions before, whatever the address names: %s', async (hash) => {
    history.replaceState(null, '', `/faq/${hash}`);
    const island = page('FaqBrowser');
    (island.querySelector('input') as HTMLInputElement).value = 'mandatory';
    await mount(island, islands.FaqBrowser);
    expect(island.querySelector('input')?.value).toBe('mandatory');
    expect([...island.querySelectorAll('.faq-item')].map((item) => item.querySelector('h3')?.textContent)).toEqual([
      'Is an audit mandatory?',
    ]);
    history.replaceState(null, '', '/');
  });

  // `act` would keep the error for itself instead of giving it to the root.
  describe('of an island that fails', () => {
    const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
    beforeEach(() => {
      environment.IS_REACT_ACT_ENVIRONMENT = false;
    });
    afterEach(() => {
      environment.IS_REACT_ACT_ENVIRONMENT = true;
    });

    it('leaves the server markup', async () => {
      const island = page('FaqAccordion');
      const markup = island.innerHTML;
      await hydrate(island, () => {
        throw new Error('broken');
      });
      expect(island.innerHTML).toBe(markup);
      expect(island.dataset).toHaveProperty('failed');
      expect(island.dataset).not.toHaveProperty('hydrated');
    });

    it('brings the server markup back when it fails later', async () => {
      const island = page('HeroSlider');
      const markup = island.innerHTML;
      let broken = false;
      await hydrate(
        island,
        (props: HeroSliderProps) => {
          if (broken) throw new Error('broken');
          return islands.HeroSlider(props);
        },
        reads.HeroSlider,
      );
      broken = true;
      island.querySelector<HTMLElement>('[data-arrow=next]')?.click();
      await vi.waitFor(() => expect(island.dataset).toHaveProperty('failed'), { timeout: 60_000 });
      expect(island.innerHTML).toBe(markup);
      expect(island.dataset).not.toHaveProperty('hydrated');
    });
  });
});
