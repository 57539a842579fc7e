import { LinkNode } from '@lexical/link';
import { ListItemNode, ListNode } from '@lexical/list';
import { HeadingNode } from '@lexical/rich-text';
import type { EditorThemeClasses, Klass, LexicalNode } from 'lexical';
import { ImageNode } from './image-node';

/** Every node a text may contain, besides Lexical's own paragraph, text and line break. */
export const NODES: Klass<LexicalNode>[] = [HeadingNode, ListNode, ListItemNode, LinkNode, ImageNode];

/** Shared by the three editors, so that a copy from one language pastes unchanged into another. */
export const NAMESPACE = 'post-text';

/** Class names; the looks are in editor.css. */
export const THEME: EditorThemeClasses = {
  image: 'editor-picture',
  list: { nested: { listitem: 'editor-nested' } },
  // Lexical gives a text one tag only, so that bold and italic together need classes as well.
  text: { bold: 'editor-b', italic: 'editor-i', underline: 'editor-u', strikethrough: 'editor-s', underlineStrikethrough: 'editor-us' },
};
