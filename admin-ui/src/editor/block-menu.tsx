import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { mergeRegister } from '@lexical/utils';
import {
  COMMAND_PRIORITY_CRITICAL,
  KEY_ARROW_DOWN_COMMAND,
  KEY_ARROW_UP_COMMAND,
  KEY_ENTER_COMMAND,
  KEY_ESCAPE_COMMAND,
  KEY_TAB_COMMAND,
} from 'lexical';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { Icon, type IconName } from '../ui/icon';
import { type BlockKind, BLOCKS } from './text/insert-block';
import { usePlacement } from './use-placement';
import './block-menu.css';

const LABELS = {
  h1: 'editor.h1',
  h2: 'editor.h2',
  h3: 'editor.h3',
  ul: 'editor.bullet',
  ol: 'editor.ordered',
  quote: 'blocks.quote',
  table: 'blocks.table',
  line: 'blocks.line',
  image: 'editor.image',
} as const satisfies Record<BlockKind, string>;
const ICONS: Partial<Record<BlockKind, IconName>> = {
  ul: 'bullet',
  ol: 'ordered',
  quote: 'quote',
  table: 'table',
  line: 'line',
  image: 'image',
};

/** Letters as they are typed without looking: neither case nor the marks above and below them count. */
function plain(text: string, language: string): string {
  return text.toLocaleLowerCase(language).normalize('NFD').replace(/\p{M}/gu, '').replace(/ı/g, 'i').replace(/ə/g, 'e').trim();
}

interface Props {
  /** What was typed behind `/`. */
  words: string;
  onChoose: (kind: BlockKind) => void;
  onClose: () => void;
}

/** The blocks whose names have what was typed; the keys are those of the text, where the focus stays. */
export function BlockMenu({ words, onChoose, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const shown = BLOCKS.filter((kind) => plain(t(LABELS[kind]), i18n.language).includes(plain(words, i18n.language)));
  return shown.length > 0 ? <List key={words} shown={shown} onChoose={onChoose} onClose={onClose} /> : null;
}

function List({ shown, onChoose, onClose }: { shown: readonly BlockKind[] } & Omit<Props, 'words'>) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  usePlacement(list);

  useEffect(() => {
    const root = editor.getRootElement();
    root?.setAttribute('aria-controls', id);
    root?.setAttribute('aria-activedescendant', `${id}-${at}`);
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
    return () => {
      root?.removeAttribute('aria-controls');
      root?.removeAttribute('aria-activedescendant');
    };
  }, [editor, id, at]);

  const onKey = useEffectEvent((event: KeyboardEvent | null): boolean => {
    if (event?.isComposing) return false;
    if (event?.key === 'Escape') onClose();
    else if (event?.key === 'ArrowDown') setAt((at + 1) % shown.length);
    else if (event?.key === 'ArrowUp') setAt((at - 1 + shown.length) % shown.length);
    else if (event?.shiftKey) return false;
    else onChoose(shown[at] ?? 'h1');
    event?.preventDefault();
    event?.stopPropagation();
    return true;
  });

  useEffect(() => {
    const commands = [KEY_ARROW_DOWN_COMMAND, KEY_ARROW_UP_COMMAND, KEY_TAB_COMMAND, KEY_ESCAPE_COMMAND];
    return mergeRegister(
      editor.registerCommand(KEY_ENTER_COMMAND, (event) => onKey(event), COMMAND_PRIORITY_CRITICAL),
      ...commands.map((command) => editor.registerCommand(command, (event) => onKey(event), COMMAND_PRIORITY_CRITICAL)),
    );
  }, [editor]);

  return (
    <ul ref={list} id={id} className="floating block-menu" role="listbox" aria-label={t('blocks.list')}>
      {shown.map((kind, index) => {
        const icon = ICONS[kind];
        return (
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the text, which has the focus
          <li
            key={kind}
            id={`${id}-${index}`}
            className="block-menu__item"
            role="option"
            aria-selected={index === at}
            data-block={kind}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setAt(index)}
            onClick={() => onChoose(kind)}
          >
            <span className="block-menu__icon" aria-hidden="true">
              {icon ? <Icon name={icon} /> : kind.toUpperCase()}
            </span>
            {t(LABELS[kind])}
          </li>
        );
      })}
    </ul>
  );
}
