import { LexicalComposer } from '@lexical/react/LexicalComposer';
import { memo, useState } from 'react';
import type { Language } from '../api/types';
import { EditorFrame } from './editor-frame';
import { NAMESPACE, NODES, THEME } from './nodes';
import { SyncPlugin } from './plugins/sync-plugin';
import './editor.css';
import './pictures.css';
import './prose.css';

interface Props {
  /** Name of the API's field, e.g. `content_az`. */
  name: string;
  language: Language;
  label: string;
  /** The form's text as it is now; read when the field opens and whenever it was replaced from outside. */
  read: () => string;
  replacements: number;
  /** Counts those that brought words of others, which undo does not take away. */
  merges?: number;
  onChange: (html: string) => void;
  onWords: (count: number) => void;
}

/** A rich text in one language: toolbar, text, and the panels for links and pictures. What is typed is not drawn by React. */
const RichTextField = memo(function RichTextField({ name, language, label, read, replacements, merges, onChange, onWords }: Props) {
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
    // The text comes once the rules of its blocks are known (`SyncPlugin`): each of them would look at all of it again.
    editorState: null,
  }));
  return (
    <LexicalComposer initialConfig={config}>
      <EditorFrame name={name} language={language} label={label} troubles={troubles} />
      <SyncPlugin name={name} read={read} replacements={replacements} merges={merges} onChange={onChange} onWords={onWords} />
    </LexicalComposer>
  );
});

export default RichTextField;
