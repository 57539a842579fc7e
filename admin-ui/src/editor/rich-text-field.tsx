import { HistoryPlugin } from '@lexical/react/LexicalHistoryPlugin';
import { LexicalComposer } from '@lexical/react/LexicalComposer';
import { ContentEditable } from '@lexical/react/LexicalContentEditable';
import { LexicalErrorBoundary } from '@lexical/react/LexicalErrorBoundary';
import { LinkPlugin } from '@lexical/react/LexicalLinkPlugin';
import { ListPlugin } from '@lexical/react/LexicalListPlugin';
import { RichTextPlugin } from '@lexical/react/LexicalRichTextPlugin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../api/types';
import { $replaceWithHtml } from './html';
import { isWebUrl } from './html/urls';
import { EditImagePanel, InsertImagePanel } from './image-panel';
import { LinkPanel } from './link-panel';
import { NAMESPACE, NODES, THEME } from './nodes';
import { ClickPlugin } from './plugins/click-plugin';
import { KeyboardPlugin } from './plugins/keyboard-plugin';
import { MarkdownPlugin } from './plugins/markdown-plugin';
import { PastePlugin } from './plugins/paste-plugin';
import { SyncPlugin } from './plugins/sync-plugin';
import { Toolbar } from './toolbar';
import { useSelectionState } from './use-selection-state';
import './editor.css';

interface Props {
  /** Name of the API's field, e.g. `content_az`. */
  name: string;
  language: Language;
  label: string;
  html: string;
  revision: number;
  onChange: (html: string) => void;
}

/** A rich text in one language: toolbar, text, and the panels for links and pictures. */
export default function RichTextField(props: Props) {
  const [config] = useState(() => ({
    namespace: NAMESPACE,
    nodes: NODES,
    theme: THEME,
    onError: (error: Error) => {
      throw error;
    },
    editorState: () => $replaceWithHtml(props.html),
  }));
  return (
    <LexicalComposer initialConfig={config}>
      <EditorFrame {...props} />
      <input type="hidden" name={props.name} value={props.html} />
    </LexicalComposer>
  );
}

/** `link` edits with the focus in the panel, `link-view` leaves the caret in the text. */
type Panel = 'link' | 'link-view' | 'image' | null;

function EditorFrame({ name, language, label, html, revision, onChange }: Props) {
  const { t } = useTranslation();
  const state = useSelectionState();
  const [panel, setPanel] = useState<Panel>(null);
  const [message, setMessage] = useState('');
  const linkOpen = panel === 'link' || (panel === 'link-view' && state.linkKey !== null);
  const close = () => setPanel(null);
  // Not before the browser has told Lexical about a selection made in the same moment.
  const openLink = () => setTimeout(() => setPanel('link'));

  return (
    <div className="editor">
      <Toolbar state={state} language={language} controls={name} onLink={openLink} onImage={() => setPanel('image')} />
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
          ErrorBoundary={LexicalErrorBoundary}
        />
        {linkOpen && <LinkPanel key={state.linkKey ?? 'new'} url={state.linkUrl} focus={panel === 'link'} onClose={close} />}
        {panel === 'image' && <InsertImagePanel onClose={close} />}
        {panel !== 'image' && state.image && <EditImagePanel key={state.image.key} nodeKey={state.image.key} alt={state.image.alt} />}
      </div>
      <p className="editor__message" role="alert">
        {message}
      </p>
      <p className="visually-hidden" id={`${name}-hint`}>
        {t('editor.hint')}
      </p>
      <HistoryPlugin />
      <ListPlugin />
      <LinkPlugin validateUrl={(url) => /^https?:/i.test(url) && isWebUrl(url)} />
      <MarkdownPlugin />
      <KeyboardPlugin onLink={openLink} />
      <ClickPlugin onLink={() => setPanel('link-view')} onText={close} />
      <PastePlugin
        // After the paste's own change, which clears older messages.
        onRefused={(count) => setTimeout(() => setMessage(t('editor.pasteRefused', { count })))}
        onPictureProblem={(problem) => setMessage(t(`editor.${problem}`))}
      />
      <SyncPlugin
        html={html}
        revision={revision}
        onChange={(next) => {
          setMessage('');
          onChange(next);
        }}
      />
    </div>
  );
}
