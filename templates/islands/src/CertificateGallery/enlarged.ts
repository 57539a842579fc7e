/** The picture of a card (the HTML of `picture(…)`) as the dialog shows it: in its own sizes, and with words. */
export function enlarged(picture: string, sizes: string, alt: string): string {
  const copy = document.createElement('template');
  copy.innerHTML = picture;
  for (const source of copy.content.querySelectorAll('[sizes]')) source.setAttribute('sizes', sizes);
  copy.content.querySelector('img')?.setAttribute('alt', alt);
  return copy.innerHTML;
}
