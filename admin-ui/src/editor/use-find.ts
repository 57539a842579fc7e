import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import {
  $createRangeSelection,
  $getRoot,
  $getSelection,
  $isRangeSelection,
  $setSelection,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  SKIP_DOM_SELECTION_TAG,
} from 'lexical';
import { useEffect, useEffectEvent, useState } from 'react';
import { $matches, $replaceMatches, type Match, rangeOf } from './text/find';

/** All matches, and over them the one that is looked at. */
const PAINTED = ['editor-find', 'editor-found'] as const;
const NONE: readonly Match[] = [];

/** What is looked for in a text, where it stands, and what can be done with it. The document knows nothing of it. */
export function useFind(wanted: string, matchCase: boolean) {
  const [editor] = useLexicalComposerContext();
  const matchesNow = () => editor.getEditorState().read(() => $matches(wanted, matchCase));
  const question = `${matchCase} ${wanted}`;
  const [answer, setAnswer] = useState({ question: '', matches: NONE });
  const [at, setAt] = useState(0);
  // Other words are looked for at once, from the caret on.
  if (answer.question !== question) {
    const found = matchesNow();
    setAnswer({ question, matches: found });
    setAt(firstBehindCaret(editor, found));
  }
  const { matches } = answer;
  const index = Math.min(at, Math.max(matches.length - 1, 0));
  const current = matches[index];

  const look = useEffectEvent(() => setAnswer({ question, matches: matchesNow() }));
  useEffect(
    () =>
      editor.registerUpdateListener(({ dirtyElements, dirtyLeaves }) => void ((dirtyElements.size > 0 || dirtyLeaves.size > 0) && look())),
    [editor],
  );

  useEffect(() => {
    const ranges = matches.flatMap((match) => rangeOf(editor, match) ?? []);
    const there = current && rangeOf(editor, current);
    const stops = [paint(PAINTED[0], ranges), paint(PAINTED[1], there ? [there] : [])];
    return () => stops.forEach((stop) => stop());
  }, [editor, matches, current]);
  useEffect(() => {
    const there = current && rangeOf(editor, current);
    if (there) show(editor.getRootElement(), there);
  }, [editor, current]);

  /** One step to undo, and the focus stays in the bar. */
  function change(which: readonly Match[], words: string) {
    editor.update(() => $replaceMatches(which, words), { discrete: true, tag: [HISTORY_PUSH_TAG, SKIP_DOM_SELECTION_TAG] });
  }

  return {
    count: matches.length,
    /** From one; nothing while nothing is found. */
    number: current ? index + 1 : 0,
    move: (by: 1 | -1) => setAt((index + by + matches.length) % Math.max(matches.length, 1)),
    /** The next one is that behind the new words, though they may hold what is looked for. */
    replace(words: string) {
      if (!current) return;
      const before = matches.length;
      change([current], words);
      const left = matchesNow().length;
      const inside = Math.max(left - (before - 1), 0);
      setAt(index + inside >= left ? 0 : index + inside);
    },
    replaceAll(words: string): number {
      change(matches, words);
      return matches.length;
    },
    /** Back to the text, with what was looked at selected. */
    leave() {
      editor.update(
        () => {
          const selection = $createRangeSelection();
          const before = $getSelection();
          if (current) {
            selection.anchor.set(current.start.key, current.start.offset, 'text');
            selection.focus.set(current.end.key, current.end.offset, 'text');
            $setSelection(selection);
          } else if (before) {
            // As it was; the document had another one while the focus was in the bar.
            $setSelection(before.clone());
          } else {
            $getRoot().selectEnd();
          }
        },
        { discrete: true },
      );
      editor.getRootElement()?.focus({ preventScroll: true });
    },
  };
}

function firstBehindCaret(editor: LexicalEditor, all: readonly Match[]): number {
  const caret = editor.getEditorState().read(() => {
    const selection = $getSelection();
    const point = $isRangeSelection(selection) && (selection.isBackward() ? selection.focus : selection.anchor);
    return point && point.type === 'text' ? rangeOf(editor, { start: point, end: point }) : null;
  });
  if (!caret) return 0;
  const behind = all.findIndex((match) => (rangeOf(editor, match)?.compareBoundaryPoints(Range.START_TO_START, caret) ?? -1) >= 0);
  return Math.max(behind, 0);
}

/** Adds ranges to a highlight, which all editors share, until the returned function takes them out. */
function paint(name: string, ranges: readonly Range[]): () => void {
  if (!('highlights' in CSS)) return () => undefined;
  const highlight = CSS.highlights.get(name) ?? new Highlight();
  if (name === PAINTED[1]) highlight.priority = 1;
  CSS.highlights.set(name, highlight);
  for (const range of ranges) highlight.add(range);
  return () => {
    for (const range of ranges) highlight.delete(range);
  };
}

/** Scrolls the text, and the page if the text is out of sight. */
function show(root: HTMLElement | null, range: Range): void {
  if (!root) return;
  const [outer, inner] = [root.getBoundingClientRect(), range.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) root.scrollTop += inner.top - outer.top - outer.height / 3;
  root.scrollIntoView({ block: 'nearest' });
}
