import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { mergeRegister } from '@lexical/utils';
import { CLEAR_HISTORY_COMMAND, HISTORY_MERGE_TAG, HISTORY_PUSH_TAG, type LexicalEditor, type NodeKey } from 'lexical';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { uploads } from '../../pictures/uploads';
import { canonicalHtml, rememberCanonical } from '../../rich-text/read';
import { $replaceWithHtml, type AtWork, BlockExport } from '../text/html';

const FROM_OUTSIDE = 'from-outside';
const UNSTORED = /src="(?:upload|data):/;

interface Props {
  /** Name of the API's field, under which the text stands in the form as the other fields do. */
  name: string;
  /** The form's text as it is now. */
  read: () => string;
  /** Changes when the text was replaced from outside: copied from another language, merged. */
  replacements: number;
  /** Changes when with that words of others came in. */
  merges?: number;
  onChange: (html: string) => void;
  onWords: (count: number) => void;
}

/** Keeps the form's text and the editor's in step: typing flows out, replacements flow in. One's own can be undone, words of others cannot. */
export function SyncPlugin({ name, read, replacements, merges, onChange, onWords }: Props) {
  const [editor] = useLexicalComposerContext();
  const [text] = useState(() => new BlockExport());
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef('');
  const counted = useRef(-1);
  const merged = useRef(merges);
  /** Texts as they came in, by how the editor spells them: what nobody wrote in stays to the letter, or the server would call it changed. */
  const given = useRef(new Map<string, string>());

  const show = useEffectEvent((html: string) => {
    shown.current = html;
    if (field.current) field.current.value = html;
  });

  const emit = useEffectEvent((changed?: ReadonlyMap<NodeKey, unknown>, quiet = false) => {
    const { html: next, words } = editor.getEditorState().read(() => text.$export(changed));
    if (words !== counted.current) onWords(words);
    counted.current = words;
    // Pictures that begin to upload as they come in are the form's concern.
    if (quiet && !UNSTORED.test(shown.current)) given.current.set(next, shown.current);
    const html = given.current.get(next) ?? next;
    if (html === shown.current) return;
    if (html === next) rememberCanonical(next);
    show(html);
    onChange(html);
  });

  const fill = useEffectEvent((html: string, tag: string) => {
    show(html);
    editor.update(() => $replaceWithHtml(html, atWork(editor)), { tag: [FROM_OUTSIDE, tag] });
  });

  // The first text is no step to undo.
  const begin = useEffectEvent(() => fill(read(), HISTORY_MERGE_TAG));

  useEffect(() => {
    begin();
    return mergeRegister(
      editor.registerUpdateListener(({ dirtyElements, dirtyLeaves, tags }) => {
        if (dirtyElements.size > 0 || dirtyLeaves.size > 0) emit(tags.has('historic') ? undefined : dirtyElements, tags.has(FROM_OUTSIDE));
      }),
      // A picture that has arrived is saved under another address from now on.
      uploads.subscribe(() => {
        if (shown.current.includes('src="upload:')) emit();
      }),
    );
  }, [editor]);

  const replace = useEffectEvent(() => {
    const html = read();
    const others = merges !== merged.current;
    merged.current = merges;
    if (html === shown.current) return;
    const respelt = canonicalHtml(html) === canonicalHtml(shown.current);
    // Undo stops here: what the text was before has not the words of others in it.
    if (others && !respelt) editor.dispatchCommand(CLEAR_HISTORY_COMMAND, undefined);
    fill(html, others || respelt ? HISTORY_MERGE_TAG : HISTORY_PUSH_TAG);
  });
  useEffect(() => replace(), [replacements]);

  return <input type="hidden" name={name} ref={field} />;
}

function atWork(editor: LexicalEditor): AtWork {
  const text = editor.getRootElement();
  if (text?.contains(document.activeElement)) return 'in-text';
  return text?.closest('.editor')?.contains(document.activeElement) ? 'beside' : 'elsewhere';
}
