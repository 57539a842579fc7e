import { act } from '@testing-library/react';
import { type ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hydrate } from '../src/client/hydrate';
import { islands } from '../src/registry';
import { bareEngine } from './render';
import { samples } from './samples';

const render = bareEngine();
const names = Object.keys(islands) as (keyof typeof islands)[];

function page(name: string, props: unknown): HTMLElement {
  const island = document.createElement('div');
  island.dataset.island = name;
  island.dataset.prefix = `${name}-0-`;
  island.innerHTML = render(name, JSON.stringify(props), `${name}-0-`);
  const script = document.createElement('script');
  script.type = 'application/json';
  script.textContent = JSON.stringify(props);
  document.body.append(island, script);
  return island;
}

async function mount(island: HTMLElement, component: unknown) {
  let done: Promise<void> | undefined;
  await act(async () => { done = hydrate(island, component as ComponentType<object>); });
  await done;
}

describe("hydration with React's development build", () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(console, 'warn').mockImplementation(() => {});
  });

  it.each(names)('takes over the server markup of %s without a word', async (name) => {
    const island = page(name, samples[name]);
    await mount(island, islands[name]);
    expect(island.dataset).toHaveProperty('hydrated');
    expect(vi.mocked(console.error).mock.calls).toEqual([]);
    expect(vi.mocked(console.warn).mock.calls).toEqual([]);
  });

  it.each(['Header', 'FaqAccordion', 'FaqBrowser', 'BlogFilters'] as const)('accepts what was unfolded in %s before', async (name) => {
    const island = page(name, samples[name]);
    const details = island.querySelector('details') as HTMLDetailsElement;
    details.open = true;
    await mount(island, islands[name]);
    expect(details.open).toBe(true);
    expect(details.isConnected).toBe(true);
    expect(vi.mocked(console.error).mock.calls).toEqual([]);
  });

  // `act` would keep the error for itself instead of giving it to the root.
  describe('of an island that fails', () => {
    const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
    beforeEach(() => { environment.IS_REACT_ACT_ENVIRONMENT = false; });
    afterEach(() => { environment.IS_REACT_ACT_ENVIRONMENT = true; });

    it('leaves the server markup', async () => {
      const island = page('FaqAccordion', samples.FaqAccordion);
      const markup = island.innerHTML;
      await hydrate(island, () => { throw new Error('broken'); });
      expect(island.innerHTML).toBe(markup);
      expect(island.dataset).toHaveProperty('failed');
      expect(island.dataset).not.toHaveProperty('hydrated');
    });

    it('brings the server markup back when it fails later', async () => {
      const island = page('ScrollTop', samples.ScrollTop);
      const markup = island.innerHTML;
      let broken = false;
      await hydrate(island, (props: { label: string }) => {
        if (broken) throw new Error('broken');
        return islands.ScrollTop(props);
      });
      broken = true;
      vi.stubGlobal('scrollY', 400);
      window.dispatchEvent(new Event('scroll'));
      await vi.waitFor(() => expect(island.dataset).toHaveProperty('failed'));
      expect(island.innerHTML).toBe(markup);
      expect(island.dataset).not.toHaveProperty('hydrated');
    });
  });
});
