import { describe, expect, it } from 'vitest';
import { keptPlace } from './kept-place';

/** Both texts with `|` where the caret is. */
const cases: [string, string][] = [
  ['one| two', 'one| two and three'],
  ['one two|', 'zero, one two|'],
  ['one two| three', 'zero two| three'],
  ['one| two three', 'one| 2 three'],
  ['one tw|o three', 'one 2| three'],
  ['a|b', 'x|y'],
  ['abc|d', 'x|'],
  ['|one', '|two'],
  ['one|', '|'],
  ['|', '|one'],
  ['aa|', 'aa|a'],
  ['one|', 'one|, two'],
  ['one tw|o', 'one tw|enty'],
  ['one\n\ntwo mine|\n\nthree', 'one theirs\n\ntwo mine|\n\nthree theirs'],
  ['|one x', '|twoo x'],
  ['one| x', 'twoo| x'],
  ['|two', 'one |two'],
  ['a |b c', 'x a |b y'],
];

describe('the place of a caret in a text that was changed from outside', () => {
  it.each(cases)('%s is %s', (before, after) => {
    const bare = (text: string) => text.replace('|', '');
    expect(keptPlace(bare(before), bare(after), before.indexOf('|'))).toBe(after.indexOf('|'));
  });
});
