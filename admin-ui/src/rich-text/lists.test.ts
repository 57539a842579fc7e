import { describe, expect, it } from 'vitest';
import { plainText } from './measure';
import { canonicalHtml } from './read';

describe('a list keeps all words that the site shows, in their order', () => {
  it.each([
    ['words before its items', '<ul>Qeyd: <b>vacib</b><li>a</li></ul>', '<ul><li>Qeyd: <strong>vacib</strong></li><li>a</li></ul>'],
    [
      'words between and behind them',
      '<ol><li>a</li> b <!-- x --> c <li>d</li>e</ol>',
      '<ol><li>a</li><li>b c</li><li>d</li><li>e</li></ol>',
    ],
    [
      'a link beside its items',
      '<ul><a href="https://a.az/">link</a> və <i>söz</i><li>a</li></ul>',
      '<ul><li><a href="https://a.az/">link</a> və <em>söz</em></li><li>a</li></ul>',
    ],
    [
      'a picture beside its items',
      '<ul><li>a</li><img src="/x.png" alt="y"></ul>',
      '<ul><li>a</li><li><img src="/x.png" alt="y"></li></ul>',
    ],
    ['words before a nested list beside its items', '<ul>a<ul><li>b</li></ul>c</ul>', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>'],
    ['words behind a nested list', '<ul><li>a<ul><li>b</li></ul>c</li></ul>', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>'],
    [
      'words between nested lists',
      '<ul><li>a<ul><li>b</li></ul><p>c</p><p>d</p><ol><li>e</li></ol>f</li><li>g</li></ul>',
      '<ul><li>a<ul><li>b</li></ul></li><li>c<br>d<ol><li>e</li></ol></li><li>f</li><li>g</li></ul>',
    ],
    [
      'words behind a nested list that has none before',
      '<ul><li>x</li><li><ul><li>b</li></ul>c</li></ul>',
      '<ul><li>x<ul><li>b</li></ul></li><li>c</li></ul>',
    ],
    [
      'words deep inside',
      '<ul><li>a<ul><li>b<ul><li>c</li></ul>d</li></ul>e</li></ul>',
      '<ul><li>a<ul><li>b<ul><li>c</li></ul></li><li>d</li></ul></li><li>e</li></ul>',
    ],
    [
      'items in something else',
      '<ul><div><li>a</li><li>b</li></div><span><li>c</li></span></ul>',
      '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>',
    ],
    ['no code', '<ul><script>x</script><li>a</li></ul>', '<ul><li>a</li></ul>'],
  ])('%s', (_name, html, expected) => {
    expect(canonicalHtml(html)).toBe(expected);
    expect(canonicalHtml(expected)).toBe(expected);
  });

  it('whatever stands in it', () => {
    const linked = (html: string) => [...html.matchAll(/<a href="\/x\/">(.*?)<\/a>/g)].flatMap(([, words]) => words?.match(/w\d+/g));
    let state = 11;
    const next = (below: number) => Math.floor(((state = (state * 48_271) % 2_147_483_647) / 2_147_483_647) * below);
    for (let round = 0; round < 500; round++) {
      let word = 0;
      const list = (depth: number): string => `<ul>${Array.from({ length: 1 + next(4) }, () => part(depth)).join('')}</ul>`;
      const inner = (depth: number): string =>
        depth < 3 && next(3) === 0 ? list(depth + 1) : next(4) === 0 ? `<a href="/x/">w${++word}</a>` : ` w${++word} `;
      const part = (depth: number): string =>
        next(3) === 0 ? inner(depth) : `<li>${Array.from({ length: 1 + next(3) }, () => inner(depth)).join('')}</li>`;
      const given = list(0);
      const form = canonicalHtml(given);
      expect(plainText(form).match(/w\d+/g) ?? [], given).toEqual(given.match(/w\d+/g) ?? []);
      expect(linked(form), given).toEqual(linked(given));
      expect(canonicalHtml(form), given).toBe(form);
    }
  });
});
