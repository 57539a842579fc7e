/** Where the layout of the blog list is remembered; `wide` or nothing. */
export const LAYOUT_KEY = 'blogLayout';
export type Layout = 'card' | 'wide';

export function rememberedLayout(): Layout {
  try {
    return localStorage.getItem(LAYOUT_KEY) === 'wide' ? 'wide' : 'card';
  } catch {
    return 'card';
  }
}

/** Shown by an attribute of the page, so that lists that come later have it too. */
export function showLayout(layout: Layout): void {
  const { dataset } = document.documentElement;
  if (layout === 'wide') dataset.blogLayout = layout;
  else delete dataset.blogLayout;
}
