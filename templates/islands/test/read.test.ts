import { describe, expect, it } from 'vitest';
import { propsOf, type Read } from '../src/plain/props';
import { islands, reads, spent } from '../src/registry';
import { bareEngine, beside, manifest } from './render';
import { samples } from './samples';

const render = bareEngine();
const names = Object.keys(reads) as (keyof typeof reads)[];

/** The props that an island has in the browser, from its markup and from what stands beside it. */
function known(name: keyof typeof reads): object {
  const element = document.createElement('div');
  element.innerHTML = render(name, JSON.stringify(samples[name]), `${name}-0-`);
  document.body.append(element);
  element.insertAdjacentHTML('afterend', '<script type="application/json" data-props></script>');
  (element.nextElementSibling as Element).textContent = JSON.stringify(beside(name));
  return propsOf<object>(element, reads[name] as Read<object>);
}

describe('what an island reads from its markup', () => {
  it.each(names)('makes the same %s again', (name) => {
    expect(render(name, JSON.stringify(known(name)), 'p-')).toBe(render(name, JSON.stringify(samples[name]), 'p-'));
  });

  it.each(names.filter((name) => name !== 'Header'))('are the very props of %s', (name) => expect(known(name)).toEqual(samples[name]));

  it('is all of the header but what only the markup needs', () => {
    const { brand, words, languages } = samples.Header;
    expect(known('Header')).toMatchObject({ lang: 'az', brand, words, languages });
  });

  it('is told to the generator, which leaves it out', () => {
    for (const [name, { reads: said }] of Object.entries(manifest().islands))
      expect(said, name).toEqual(Object.keys(reads[name as keyof typeof reads] ?? {}).concat(spent[name as keyof typeof spent] ?? []));
    expect(Object.keys(manifest().islands)).toEqual(Object.keys(islands));
  });

  it('leaves the next element alone when nothing stands beside', () => {
    document.body.innerHTML = '<div></div><script>1</script>';
    expect(propsOf(document.body.firstElementChild as HTMLElement)).toEqual({});
  });
});
