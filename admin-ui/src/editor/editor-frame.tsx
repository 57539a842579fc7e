import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { ContentEditable } from '@lexical/react/LexicalContentEditable';
import { LinkPlugin } from '@lexical/react/LexicalLinkPlugin';
import { ListPlugin } from '@lexical/react/LexicalListPlugin';
import { RichTextPlugin } from '@lexical/react/LexicalRichTextPlugin';
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { Language } from '../api/types';
import { isLinkUrl } from '../rich-text/urls';
import { BlockBar } from './block-bar';
import { BlockMenu } from './block-menu';
import { FindBar } from './find-bar';
import { EditImagePanel, InsertImagePanel } from './image-panel';
import { LinkPanel } from './link-panel';
import { PictureBoundary } from './nodes/picture-boundary';
import { BlockPlugin } from './plugins/block-plugin';
import { ClickPlugin } from './plugins/click-plugin';
import { HistoryPlugin } from './plugins/history-plugin';
import { KeyboardPlugin } from './plugins/keyboard-plugin';
import { MarkdownPlugin } from './plugins/markdown-plugin';
import { PastePlugin } from './plugins/paste-plugin';
import { PicturePlugin } from './plugins/picture-plugin';
import { type BlockKind, insertBlock } from './text/insert-block';
import { Toolbar } from './toolbar';
import { useAsked } from './use-asked';
import { useDroppedFiles } from './use-dropped-files';
import { useEditorMessage } from './use-editor-message';
import { useFindBar } from './use-find-bar';
import { useSelectionState } from './use-selection-state';

interface Props {
  name: string;
  language: Language;
  label: string;
  /** How many changes Lexical had to take back. */
  troubles: number;
}

/** `link` edits with the focus in the panel, `link-view` leaves the caret in the text. */
type Panel = 'link' | 'link-view' | 'image' | null;

/** What makes a link of the words it is pasted over. A constant: with another function Lexical looks at all links again, which counts as a change of the text. */
const isPastedAddress = (url: string) => /^(?:https?|mailto|tel):/i.test(url) && isLinkUrl(url);

/** All of an editor but its text: typing draws nothing of this again. */
export const EditorFrame = memo(function EditorFrame({ name, language, label, troubles }: Props) {
  const { t } = useTranslation();
  const state = useSelectionState();
  const [panel, setPanel] = useState<Panel>(null);
  const [message, setMessage] = useEditorMessage();
  const [editor] = useLexicalComposerContext();
  const { asked, ask, dismiss } = useAsked();
  const frame = useRef<HTMLDivElement>(null);
  const find = useFindBar(frame);
  useDroppedFiles(frame);
  // A click on a picture is about the picture, linked or not.
  const linkOpen = panel === 'link' || (panel === 'link-view' && state.linkKey !== null && !state.image);
  const close = () => setPanel(null);
  // Not before the browser has told Lexical about a selection made in the same moment.
  const openLink = () => setTimeout(() => setPanel('link'));

  function choose(kind: BlockKind) {
    insertBlock(editor, kind);
    if (kind === 'image') setPanel('image');
  }

  // For each of them once, and not for another language.
  const tell = useEffectEvent(() => setMessage(t('editor.trouble')));
  useEffect(() => {
    if (troubles > 0) tell();
  }, [troubles]);

  return (
    <div className="editor" ref={frame}>
      <Toolbar state={state} language={language} controls={name} onLink={openLink} onImage={() => setPanel('image')} />
      {find.opened && <FindBar language={language} {...find.opened} onClose={find.close} />}
      <div className="editor__body">
        <RichTextPlugin
          contentEditable={
            <ContentEditable
              id={name}
              className="editor__text prose"
              lang={language}
              ariaLabel={label}
              aria-multiline
              aria-describedby={`${name}-hint`}
              data-field={name}
              spellCheck
            />
          }
          ErrorBoundary={PictureBoundary}
        />
        {linkOpen && (
          <LinkPanel key={state.linkKey ?? 'new'} url={state.linkUrl} focus={panel === 'link'} language={language} onClose={close} />
        )}
        {panel === 'image' && <InsertImagePanel onClose={close} />}
        {panel !== 'image' && !linkOpen && state.image && (
          <EditImagePanel key={state.image.key} nodeKey={state.image.key} alt={state.image.alt} caption={state.image.caption} />
        )}
        {asked && <BlockMenu words={asked.words} onChoose={choose} onClose={dismiss} />}
      </div>
      <BlockBar language={language} inTable={state.block === 'cell'} onAsk={ask} onFind={find.open} />
      <p className="editor__message" role="alert">
        {message}
      </p>
      <p className="visually-hidden" id={`${name}-hint`}>
        {t('editor.hint')}
      </p>
      <HistoryPlugin />
      <ListPlugin />
      <LinkPlugin validateUrl={isPastedAddress} />
      <MarkdownPlugin />
      <KeyboardPlugin onLink={openLink} />
      <ClickPlugin onLink={() => setPanel('link-view')} onText={close} />
      <PicturePlugin />
      <BlockPlugin />
      <PastePlugin
        onRefused={(count) => setMessage(t('editor.pasteRefused', { count }))}
        onPictureProblem={(problem) => setMessage(t(`editor.${problem}`))}
      />
    </div>
  );
});
