import { diffArrays } from 'diff';

/** Words and what is between them. */
const wordsOf = (text: string) => text.split(/(\s+)/).filter((word) => word !== '');

/** Where a caret belongs once a text was changed around it: between the letters where it was, as long as these are there. */
export function keptPlace(before: string, after: string, place: number): number {
  let [was, is] = ['', ''];
  let [from, to] = [0, 0];
  for (const { added, removed, value } of diffArrays(wordsOf(before), wordsOf(after))) {
    const text = value.join('');
    if (removed) was += text;
    else if (added) is += text;
    else {
      if (was !== '' && place <= from + was.length) break;
      [from, to] = [from + was.length, to + is.length];
      [was, is] = ['', ''];
      if (place <= from + text.length) return to + place - from;
      [from, to] = [from + text.length, to + text.length];
    }
  }
  return to + placeInChange(was, is, place - from);
}

/** Of two wordings the beginning and the end may be the same. */
function placeInChange(before: string, after: string, place: number): number {
  const most = Math.min(before.length, after.length);
  let beginning = 0;
  while (beginning < most && before[beginning] === after[beginning]) beginning += 1;
  let end = 0;
  while (end < most - beginning && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const rest = before.length - place;
  if (place <= beginning) return place;
  return rest <= end ? after.length - rest : Math.min(place, after.length - end);
}
