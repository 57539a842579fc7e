import { LexicalComposer } from '@lexical/react/LexicalComposer';
import { useState } from 'react';
import type { Language } from '../api/types';
import { EditorFrame } from './editor-frame';
import { $replaceWithHtml } from './html';
import { NAMESPACE, NODES, THEME } from './nodes';
import { SyncPlugin } from './plugins/sync-plugin';
import './editor.css';

interface Props {
  /** Name of the API's field, e.g. `content_az`. */
  name: string;
  language: Language;
  label: string;
  html: string;
  revision: number;
  onChange: (html: string) => void;
  onWords: (count: number) => void;
}

/** A rich text in one language: toolbar, text, and the panels for links and pictures. */
export default function RichTextField({ name, language, label, html, revision, onChange, onWords }: Props) {
  const [troubles, setTroubles] = useState(0);
  const [config] = useState(() => ({
    namespace: NAMESPACE,
    nodes: NODES,
    theme: THEME,
    // Lexical goes back to its last good state; thrown from here the error would take the whole form with it.
    onError: (error: Error) => {
      console.error(error);
      setTroubles((count) => count + 1);
    },
    editorState: () => $replaceWithHtml(html),
  }));
  return (
    <LexicalComposer initialConfig={config}>
      <EditorFrame name={name} language={language} label={label} troubles={troubles} />
      <SyncPlugin html={html} revision={revision} onChange={onChange} onWords={onWords} />
      <input type="hidden" name={name} value={html} />
    </LexicalComposer>
  );
}
