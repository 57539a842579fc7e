/** The picture of a card (the HTML of `picture(…)`) as the dialog shows it: in its own sizes. What it is stands beside it. */
export function enlarged(picture: string, sizes: string): string {
  const copy = document.createElement('template');
  copy.innerHTML = picture;
  for (const source of copy.content.querySelectorAll('[sizes]')) source.setAttribute('sizes', sizes);
  return copy.innerHTML;
}
