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
