import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { Language } from '../api/types';
import { Icon, type IconName } from '../ui/icon';
import { type EditorAction, runAction } from './text/actions';
import { type SelectionState, $selectionState } from './text/selection-state';
import { SHORTCUT_HINTS } from './text/shortcuts';
import { useHistoryState } from './use-selection-state';
import './toolbar.css';

type Tool = EditorAction | 'link' | 'image';

/** The specified toolbar, in its order, then undo and redo. */
const GROUPS: readonly (readonly Tool[])[] = [
  ['h1', 'h2', 'h3'],
  ['bold', 'italic', 'underline', 'strike'],
  ['ol', 'ul'],
  ['link', 'image', 'clear'],
  ['undo', 'redo'],
];
const TOOLS = GROUPS.flat();

const ICONS: Partial<Record<Tool, IconName>> = {
  bold: 'bold',
  italic: 'italic',
  underline: 'underline',
  strike: 'strike',
  ol: 'ordered',
  ul: 'bullet',
  link: 'link',
  image: 'image',
  clear: 'clear',
  undo: 'undo',
  redo: 'redo',
};
const LABELS = {
  h1: 'editor.h1',
  h2: 'editor.h2',
  h3: 'editor.h3',
  bold: 'editor.bold',
  italic: 'editor.italic',
  underline: 'editor.underline',
  strike: 'editor.strike',
  ol: 'editor.ordered',
  ul: 'editor.bullet',
  link: 'editor.link',
  image: 'editor.image',
  clear: 'editor.clear',
  undo: 'editor.undo',
  redo: 'editor.redo',
} as const satisfies Record<Tool, string>;

interface Props {
  state: SelectionState;
  language: Language;
  controls: string;
  onLink: () => void;
  onImage: () => void;
}

/** One tab stop; arrow keys move between the tools. */
export function Toolbar({ state, language, controls, onLink, onImage }: Props) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<Tool>('h1');
  const history = useHistoryState();

  function use(tool: Tool) {
    setCurrent(tool);
    if (tool === 'link') return onLink();
    if (tool === 'image') return onImage();
    // Asked of the text: what is drawn as pressed may be a frame behind it.
    editor.focus(() =>
      runAction(
        editor,
        tool,
        editor.read(() => $selectionState().block),
      ),
    );
  }

  function onKeyDown(event: KeyboardEvent) {
    const at = TOOLS.indexOf(current);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: TOOLS.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const tool = TOOLS[(next + TOOLS.length) % TOOLS.length] ?? 'h1';
    setCurrent(tool);
    bar.current?.querySelector<HTMLElement>(`[data-tool=${tool}]`)?.focus();
  }

  return (
    <div
      ref={bar}
      className="toolbar"
      role="toolbar"
      aria-label={t('editor.toolbar', { language: language.toUpperCase() })}
      aria-controls={controls}
      onKeyDown={onKeyDown}
    >
      {GROUPS.map((tools) => (
        <div key={tools[0]} className="toolbar__group">
          {tools.map((tool) => {
            const hint = tool === 'image' ? undefined : SHORTCUT_HINTS[tool];
            const icon = ICONS[tool];
            // What is read on a button is what people say to press it.
            const name = icon ? t(LABELS[tool]) : `${tool.toUpperCase()}: ${t(LABELS[tool])}`;
            const unavailable = (tool === 'undo' && !history.undo) || (tool === 'redo' && !history.redo);
            return (
              <button
                key={tool}
                type="button"
                className="toolbar__tool"
                data-tool={tool}
                tabIndex={tool === current ? 0 : -1}
                aria-label={name}
                title={hint ? `${t(LABELS[tool])} (${hint})` : t(LABELS[tool])}
                aria-pressed={isPressed(tool, state)}
                aria-disabled={unavailable || undefined}
                onMouseDown={(event) => event.preventDefault()}
                onFocus={() => setCurrent(tool)}
                onClick={() => use(tool)}
              >
                {icon ? <Icon name={icon} /> : tool.toUpperCase()}
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** `undefined` for tools that are not switches. */
function isPressed(tool: Tool, state: SelectionState): boolean | undefined {
  if (tool === 'bold' || tool === 'italic' || tool === 'underline' || tool === 'strike') return state[tool];
  if (tool === 'link') return state.linkUrl !== null;
  if (tool === 'image' || tool === 'clear' || tool === 'undo' || tool === 'redo') return undefined;
  return state.block === tool;
}
