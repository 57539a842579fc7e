import { HorizontalRuleNode } from '@lexical/extension';
import {
  BOLD_ITALIC_STAR,
  BOLD_ITALIC_UNDERSCORE,
  BOLD_STAR,
  BOLD_UNDERSCORE,
  HEADING,
  ITALIC_STAR,
  ITALIC_UNDERSCORE,
  LINK,
  ORDERED_LIST,
  QUOTE,
  STRIKETHROUGH,
  type ElementTransformer,
  type TextMatchTransformer,
  type Transformer,
  UNORDERED_LIST,
} from '@lexical/markdown';
import { isLinkUrl } from '../../rich-text/urls';
import { $drawLine } from './insert-block';

/** `#` to `###`: there are three headings. */
const HEADINGS: ElementTransformer = { ...HEADING, regExp: /^(#{1,3})\s/ };

/** Lists begin with 1, whatever number was typed: a first number is not kept. */
const NUMBERED: ElementTransformer = {
  ...ORDERED_LIST,
  replace: (parent, children, match, isImport) => ORDERED_LIST.replace(parent, children, [match[0] ?? '', match[1] ?? '', '1'], isImport),
};

/** `[text](address)`, for addresses that links may have. */
const LINKS: TextMatchTransformer = {
  ...LINK,
  replace: (node, match) => (isLinkUrl(match[2] ?? '') ? LINK.replace?.(node, match) : undefined),
};

/** `--- `; with Enter instead of the space the editor's keys do it. */
const LINES: ElementTransformer = {
  type: 'element',
  dependencies: [HorizontalRuleNode],
  export: () => null,
  regExp: /^---\s$/,
  replace: (paragraph) => $drawLine(paragraph),
};

/** Markdown while typing, limited to what a text may hold. */
export const TRANSFORMERS: Transformer[] = [
  HEADINGS,
  QUOTE,
  LINES,
  UNORDERED_LIST,
  NUMBERED,
  BOLD_ITALIC_STAR,
  BOLD_ITALIC_UNDERSCORE,
  BOLD_STAR,
  BOLD_UNDERSCORE,
  ITALIC_STAR,
  ITALIC_UNDERSCORE,
  STRIKETHROUGH,
  LINKS,
];
