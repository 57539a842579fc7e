/** How an island finds props in its server markup; `rest` are those that stand beside it. */
export type Read<Props> = { [Name in keyof Props]?: (element: HTMLElement, rest: Props) => Props[Name] };

/**
 * The props of an island: what stands beside it as JSON, and what its own markup says (the generator leaves that out of the
 * JSON, by the names in the manifest).
 */
export function propsOf<Props extends object>(element: HTMLElement, read: Read<Props> = {}): Props {
  const beside = element.nextElementSibling;
  const props = JSON.parse(beside?.matches('script[data-props]') ? beside.textContent : '{}') as Props;
  for (const name of Object.keys(read) as (keyof Props)[]) {
    const value = read[name]?.(element, props);
    if (value !== undefined) props[name] = value;
  }
  return props;
}

/** The one element of the markup that a selector names. */
export function one<Found extends Element = HTMLElement>(within: Element, selector: string): Found {
  const found = within.querySelector<Found>(selector);
  if (!found) throw new Error(`${selector} is missing in the markup`);
  return found;
}

/** All elements that a selector names, each as something else. */
export function each<Made>(within: Element, selector: string, make: (element: HTMLElement) => Made): Made[] {
  return [...within.querySelectorAll<HTMLElement>(selector)].map(make);
}

/** The text of an element's own, without that of its children. */
export function ownText(element: Element): string {
  return [...element.childNodes]
    .filter((node) => node instanceof Text)
    .map((node) => node.data)
    .join('')
    .trim();
}
