import { $createRangeSelection, $getNodeByKey, $setSelection } from 'lexical';

/**
 * Selects a picture as text is selected, from before it to behind it: then the browser has a selection too, and typing,
 * composing, pasting and cutting do with a picture what they do with a word.
 */
export function $selectPicture(key: string): void {
  const picture = $getNodeByKey(key);
  const parent = picture?.getParent();
  if (!picture || !parent) return;
  const at = picture.getIndexWithinParent();
  const selection = $createRangeSelection();
  selection.anchor.set(parent.getKey(), at, 'element');
  selection.focus.set(parent.getKey(), at + 1, 'element');
  $setSelection(selection);
}
