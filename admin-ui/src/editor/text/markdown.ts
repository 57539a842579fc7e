import {
  BOLD_ITALIC_STAR, BOLD_ITALIC_UNDERSCORE, BOLD_STAR, BOLD_UNDERSCORE, HEADING, ITALIC_STAR, ITALIC_UNDERSCORE, LINK, ORDERED_LIST,
  STRIKETHROUGH, type ElementTransformer, type TextMatchTransformer, type Transformer, UNORDERED_LIST,
} from '@lexical/markdown';
import { isWebUrl } from '../../rich-text/urls';

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
  replace: (node, match) => (isWebUrl(match[2] ?? '') ? LINK.replace?.(node, match) : undefined),
};

/** Markdown while typing, limited to what the toolbar can make. */
export const TRANSFORMERS: Transformer[] = [
  HEADINGS, UNORDERED_LIST, NUMBERED, BOLD_ITALIC_STAR, BOLD_ITALIC_UNDERSCORE, BOLD_STAR, BOLD_UNDERSCORE, ITALIC_STAR,
  ITALIC_UNDERSCORE, STRIKETHROUGH, LINKS,
];
