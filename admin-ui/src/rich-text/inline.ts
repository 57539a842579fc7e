import { sameMarks, type Inline, type LinkChild, type Text } from './model';

const SPACES = /[ \t\n\r\f]+/g;

/**
 * Applies HTML's white-space rules to the inline content of one block: runs become one space across
 * elements, none stays at the edges or around a break; equal neighbours are joined, empty parts dropped.
 */
export function tidyInline(children: readonly Inline[]): Inline[] {
  const state = { afterSpace: true };
  const tidied = children.map((child): Inline => {
    if (child.type !== 'a') return collapse(child, state);
    return { ...child, children: child.children.map((inner) => collapse(inner, state)) };
  });
  return withoutTrailingBreaks(join(trimEnds(tidied)));
}

function collapse(child: LinkChild, state: { afterSpace: boolean }): LinkChild {
  if (child.type === 'br') state.afterSpace = true;
  if (child.type === 'img') state.afterSpace = false;
  if (child.type !== 'text') return child;
  let text = child.text.replace(SPACES, ' ');
  if (state.afterSpace && text.startsWith(' ')) text = text.slice(1);
  if (text !== '') state.afterSpace = text.endsWith(' ');
  return { ...child, text };
}

/** Drops the space before a break and at the end of the block. */
function trimEnds(children: readonly Inline[]): Inline[] {
  let atEnd = true;
  const trim = (child: LinkChild): LinkChild => {
    if (child.type === 'br') atEnd = true;
    if (child.type === 'img') atEnd = false;
    if (child.type !== 'text' || child.text === '') return child;
    const text = atEnd && child.text.endsWith(' ') ? child.text.slice(0, -1) : child.text;
    if (text !== '') atEnd = false;
    return { ...child, text };
  };
  return children
    .toReversed()
    .map((child) => (child.type === 'a' ? { ...child, children: child.children.toReversed().map(trim).toReversed() } : trim(child)))
    .toReversed();
}

function join(children: readonly Inline[]): Inline[] {
  const out: Inline[] = [];
  for (const child of children) {
    const last = out.at(-1);
    if (child.type === 'a') {
      const inner = join(child.children) as LinkChild[];
      if (inner.length === 0) continue;
      if (last?.type === 'a' && last.href === child.href) last.children = join([...last.children, ...inner]) as LinkChild[];
      else out.push({ ...child, children: inner });
    } else if (child.type === 'text' && last?.type === 'text' && sameMarks(last.marks, child.marks)) {
      last.text += child.text;
    } else if (child.type !== 'text' || child.text !== '') {
      out.push({ ...child });
    }
  }
  return out;
}

/** A break at the very end of a block shows nothing. */
function withoutTrailingBreaks(children: Inline[]): Inline[] {
  while (children.at(-1)?.type === 'br') children.pop();
  return children;
}

/** True when there is something to see. */
export function hasContent(children: readonly Inline[]): boolean {
  return children.some((child) => {
    if (child.type === 'a') return hasContent(child.children);
    return child.type === 'img' || (child.type === 'text' && isVisible(child));
  });
}

function isVisible({ text }: Text): boolean {
  return text.replace(/[\s\u00a0\u200b\ufeff]/g, '') !== '';
}
