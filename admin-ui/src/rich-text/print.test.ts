import { describe, expect, it } from 'vitest';
import { type LinkChild, type Mark, MARKS, type Text } from './model';
import { printHtml } from './print';

/** The rule in its plainest form: from every place one looks ahead anew. */
function plainly(runs: readonly LinkChild[]): string {
  const marksAt = (at: number) => runs.slice(at).find((run): run is Text => run.type === 'text')?.marks ?? [];
  const lasts = (from: number, mark: Mark) => {
    const end = runs.findIndex((run, at) => at > from && run.type === 'text' && !run.marks.includes(mark));
    return end < 0 ? runs.length : end;
  };
  const open: Mark[] = [];
  let out = '';
  runs.forEach((run, at) => {
    while (open.some((mark) => !marksAt(at).includes(mark))) out += `</${String(open.pop())}>`;
    const missing = run.type === 'text' ? marksAt(at).filter((mark) => !open.includes(mark)) : [];
    for (const mark of missing.sort((a, b) => lasts(at, b) - lasts(at, a) || MARKS.indexOf(a) - MARKS.indexOf(b))) {
      open.push(mark);
      out += `<${mark}>`;
    }
    out += run.type === 'text' ? run.text : '<br>';
  });
  return (
    out +
    open
      .reverse()
      .map((mark) => `</${mark}>`)
      .join('')
  );
}

describe('printing', () => {
  it('opens the mark that lasts longer first, whatever texts and breaks there are', () => {
    let state = 7;
    const next = (below: number) => Math.floor(((state = (state * 48_271) % 2_147_483_647) / 2_147_483_647) * below);
    for (let round = 0; round < 2000; round++) {
      const runs = Array.from({ length: 1 + next(12) }, (): LinkChild =>
        next(3) === 0 ? { type: 'br' } : { type: 'text', text: 'abc'.charAt(next(3)), marks: MARKS.filter(() => next(2) === 0) },
      );
      expect(printHtml([{ type: 'p', children: runs }]), JSON.stringify(runs)).toBe(`<p>${plainly(runs)}</p>`);
    }
  });

  // Whoever looks ahead anew from every place does not come to the end of these.
  it('ends with a hundred thousand of lines or links in a paragraph', () => {
    const text: Text = { type: 'text', text: 'a', marks: [] };
    const many = (part: () => LinkChild | { type: 'a'; href: string; children: LinkChild[] }) =>
      Array.from({ length: 100_000 }, () => [text, part()]).flat();
    expect(printHtml([{ type: 'p', children: many(() => ({ type: 'br' })) }])).toHaveLength('<p></p>'.length + 100_000 * 'a<br>'.length);
    expect(printHtml([{ type: 'p', children: many(() => ({ type: 'a', href: '/', children: [text] })) }])).toHaveLength(
      '<p></p>'.length + 100_000 * 'a<a href="/">a</a>'.length,
    );
  });
});
