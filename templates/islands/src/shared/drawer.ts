import { useEffect, type RefObject } from 'react';
import { useDisclosure, type Disclosure } from './disclosure';
import { focusable } from './focus';
import { useMedia } from './media';
import { useScrollLock } from './scroll-lock';

/** What is neither in `element` nor around it. */
function outside(element: Element): HTMLElement[] {
  const parent = element.parentElement;
  if (!parent) return [];
  const beside = [...parent.children].filter((child): child is HTMLElement => child !== element && child instanceof HTMLElement);
  return parent === document.body ? beside : [...beside, ...outside(parent)];
}

/** Leaves nothing but `element` to keyboard, pointer and screen reader; gives the way back. */
function seclude(element: Element): () => void {
  const others = outside(element).filter((other) => !other.inert);
  for (const other of others) other.inert = true;
  return () => {
    for (const other of others) other.inert = false;
  };
}

/**
 * A disclosure whose `panel`, where `wide` does not match, is a drawer over the page: the page holds still and cannot be
 * reached, and the focus is in the panel, also of a drawer that was open before the island was alive. `whole` has control and
 * panel in it; a click `within` is none outside.
 */
export function useDrawer(
  wide: string,
  whole: RefObject<Element | null>,
  panel: RefObject<Element | null>,
  within = whole,
): Disclosure & { modal: boolean; wide: boolean } {
  const disclosure = useDisclosure({ within });
  const { open, close } = disclosure;
  const isWide = useMedia(wide);
  const modal = open && !isWide;

  useScrollLock(modal);
  useEffect(() => (modal && whole.current ? seclude(whole.current) : undefined), [modal, whole]);
  useEffect(() => {
    if (modal && panel.current && !panel.current.contains(document.activeElement)) focusable(panel.current)[0]?.focus();
  }, [modal, panel]);
  // What was opened as a drawer is not open any more when the window is narrow again.
  useEffect(() => {
    if (isWide) close();
  }, [isWide, close]);

  return { ...disclosure, modal, wide: isWide };
}
