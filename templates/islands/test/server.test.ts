// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { islands } from '../src/registry';
import { bareEngine } from './render';
import { samples } from './samples';

const render = bareEngine();
const names = Object.keys(islands) as (keyof typeof islands)[];

describe('the server bundle, in an engine with nothing but the language', () => {
  it.each(names)('renders %s, the same each time', (name) => {
    const props = JSON.stringify(samples[name]);
    const html = render(name, props, `${name}-0-`);
    expect(html).toBe(bareEngine()(name, props, `${name}-0-`));
    expect(html).not.toMatch(/ style=|<script|undefined|\[object/);
    if (name !== 'BlogSearch') expect(html).not.toBe('');
  });

  it('keeps ids of two islands apart by their prefix', () => {
    const ids = (prefix: string) =>
      [...render('FaqAccordion', JSON.stringify(samples.FaqAccordion), prefix).matchAll(/ name="([^"]+)"/g)].map(([, id]) => id);
    expect(ids('a-').length).toBeGreaterThan(1);
    expect(ids('a-').filter((id) => ids('b-').includes(id))).toEqual([]);
  });

  it('escapes texts', () => {
    const html = render('FaqAccordion', JSON.stringify({ items: [{ question: '<script>alert(1)</script>', answer: '"&<' }] }), '');
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('<script>');
  });

  it('fails by name when there is no such island', () => {
    expect(() => render('Heder', '{}', '')).toThrow(/no island "Heder".*Header/);
  });

  it('fails with the name of the island and a stack into its component', () => {
    const fail = () => render('Header', '{"items": []}', '');
    expect(fail).toThrow(/Island "Header" failed while rendering/);
    try {
      fail();
    } catch (error) {
      expect((error as Error).stack).toMatch(/at Header .*server\.js:\d+/);
    }
  });

  it('has no island without samples and no folder that is not registered', async () => {
    const { readdirSync } = await import('node:fs');
    const folders = readdirSync(new URL('../src', import.meta.url)).filter((name) => /^[A-Z]/.test(name));
    expect(folders.sort()).toEqual([...names].sort());
    expect(Object.keys(samples).sort()).toEqual([...names].sort());
  });
});
