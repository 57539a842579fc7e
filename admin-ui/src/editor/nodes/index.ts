import { LinkNode } from '@lexical/link';
import { ListItemNode, ListNode } from '@lexical/list';
import { HorizontalRuleNode } from '@lexical/extension';
import { HeadingNode, QuoteNode } from '@lexical/rich-text';
import { TableCellNode, TableNode, TableRowNode } from '@lexical/table';
import type { EditorThemeClasses, Klass, LexicalNode } from 'lexical';
import { ImageNode } from './image-node';

/** Every node a text may contain, besides Lexical's own paragraph, text and line break. */
export const NODES: Klass<LexicalNode>[] = [
  HeadingNode,
  ListNode,
  ListItemNode,
  LinkNode,
  ImageNode,
  QuoteNode,
  HorizontalRuleNode,
  TableNode,
  TableRowNode,
  TableCellNode,
];

/** Shared by the three editors, so that a copy from one language pastes unchanged into another. */
export const NAMESPACE = 'post-text';

/** Class names; the looks are in prose.css and pictures.css. */
export const THEME: EditorThemeClasses = {
  image: 'editor-picture',
  hr: 'editor-rule',
  hrSelected: 'editor-rule--selected',
  tableScrollableWrapper: 'editor-table',
  tableSelection: 'editor-table--selected',
  tableCellSelected: 'editor-cell--selected',
  list: { nested: { listitem: 'editor-nested' } },
  // Lexical gives a text one tag only, so that bold and italic together need classes as well.
  text: { bold: 'editor-b', italic: 'editor-i', underline: 'editor-u', strikethrough: 'editor-s', underlineStrikethrough: 'editor-us' },
};
