import { describe, expect, it } from 'vitest';
import { mergeHtml, mergeText } from './merge';

const text = (...paragraphs: string[]) => paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('');
const base = text('bir', 'iki', 'üç');

describe('two versions of one text', () => {
  it('become one where they changed other paragraphs', () => {
    const both = text('bir!', 'iki', 'üç', 'dörd');
    expect(mergeHtml(base, text('bir!', 'iki', 'üç'), text('bir', 'iki', 'üç', 'dörd'))).toEqual({ mine: both, theirs: both });
  });

  it('become one where a side deleted what the other left alone', () => {
    expect(mergeHtml(text('a', 'b', 'c', 'd'), text('a', 'c', 'd'), text('a', 'b', 'c', 'd!')).mine).toBe(text('a', 'c', 'd!'));
  });

  it('stay apart in the paragraph that both changed, and only there', () => {
    expect(mergeHtml(base, text('bir', 'iki mənim', 'üç'), text('bir', 'iki onun', 'üç', 'dörd'))).toEqual({
      mine: text('bir', 'iki mənim', 'üç', 'dörd'),
      theirs: text('bir', 'iki onun', 'üç', 'dörd'),
    });
  });

  it('are one when both changed the same to the same', () => {
    expect(mergeHtml(base, text('bir', 'II', 'üç'), text('bir', 'II', 'üç')).mine).toBe(text('bir', 'II', 'üç'));
  });

  it('keep neighbours that became one quote one, and merge quotes by their paragraphs', () => {
    const quote = (...paragraphs: string[]) => `<blockquote>${text(...paragraphs)}</blockquote>`;
    const both = quote('a!', 'b', 'c!');
    expect(mergeHtml(quote('a', 'b', 'c'), quote('a!', 'b', 'c'), quote('a', 'b', 'c!'))).toEqual({ mine: both, theirs: both });
  });

  it('that both began from nothing overlap', () => {
    expect(mergeHtml('', text('mənim'), text('onun'))).toEqual({ mine: text('mənim'), theirs: text('onun') });
    expect(mergeHtml('', text('mənim'), '').mine).toBe(text('mənim'));
  });

  it('are merged by lines where they have no markup', () => {
    expect(mergeText('a\nb\nc', 'A\nb\nc', 'a\nb\nC').theirs).toBe('A\nb\nC');
  });
});

/** Numbers that look like chance and are the same each time. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('a paragraph that was moved', () => {
  it('does not come out twice: both versions stay as they are, for somebody to choose', () => {
    const [mine, theirs] = [text('B', 'C', 'A'), text('B', 'A', 'C')];
    expect(mergeHtml(text('A', 'B', 'C'), mine, theirs)).toEqual({ mine, theirs });
    expect(mergeText('A\nB\nC', 'B\nC\nA', 'B\nA\nC')).toEqual({ mine: 'B\nC\nA', theirs: 'B\nA\nC' });
  });

  it('and which the other side edited stands once on each', () => {
    const [mine, theirs] = [text('X', 'Q', 'P', 'R'), text('P2', 'X', 'Q', 'R')];
    expect(mergeHtml(text('P', 'X', 'Q', 'R'), mine, theirs)).toEqual({ mine, theirs });
    expect(mergeHtml(text('P', 'X', 'Q', 'R'), theirs, mine)).toEqual({ mine: theirs, theirs: mine });
  });

  it('to where the other side edits is not lost on that side', () => {
    const [mine, theirs] = [text('B', 'C2', 'A'), text('A', 'B', 'C3')];
    expect(mergeHtml(text('A', 'B', 'C'), mine, theirs)).toEqual({ mine, theirs });
  });

  it('is merged where the other side changed something else, and so are empty lines and lines across the text', () => {
    expect(mergeHtml(text('A', 'B', 'C', 'D'), text('B', 'A', 'C', 'D'), text('A', 'B', 'C', 'D!')).mine).toBe(text('B', 'A', 'C', 'D!'));
    expect(mergeHtml(base, `<hr>${base}`, `${base}<hr>`).theirs).toBe(`<hr>${base}<hr>`);
    expect(mergeText('a', 'x\n\na', 'a\n\ny').theirs).toBe('x\n\na\n\ny');
  });

  it('stands no more often than in any version, and none that both kept is lost, whatever both move and edit', () => {
    const times = (paragraphs: readonly string[], paragraph: string) => paragraphs.filter((other) => other === paragraph).length;
    let merged = 0;
    for (let seed = 1; seed <= 3000; seed++) {
      const next = chance(seed);
      const began = Array.from({ length: 3 + next(5) }, (_, at) => (next(9) === 0 ? 'A' : 'ABCDEFGH'.charAt(at)));
      const changed = (by: string) => {
        const now = [...began];
        for (let change = next(3); change >= 0; change--) {
          const [at, kind] = [next(now.length), next(4)];
          if (kind < 2) now.splice(next(now.length), 0, ...now.splice(at, 1));
          else if (kind === 2) now[at] += by;
          else now.splice(at, 1);
        }
        return now;
      };
      const [mine, theirs] = [changed('1'), changed('2')];
      const both = mergeText(began.join('\n'), mine.join('\n'), theirs.join('\n'));
      if (both.mine === both.theirs) merged++;
      for (const side of [both.mine.split('\n'), both.theirs.split('\n')].map((lines) => lines.filter(Boolean))) {
        for (const paragraph of new Set([...side, ...began])) {
          const [was, byMe, byThem] = [began, mine, theirs].map((version) => times(version, paragraph)) as [number, number, number];
          const count = times(side, paragraph);
          expect(
            count <= Math.max(was, byMe, byThem) && count >= Math.min(byMe, byThem),
            JSON.stringify([paragraph, began, mine, theirs, both]),
          ).toBe(true);
        }
      }
    }
    expect(merged).toBeGreaterThan(500);
  });
});
