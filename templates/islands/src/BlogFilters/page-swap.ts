// Takes over from another page of the blog list what differs. Pages are whole documents; only these parts change.
const REGION = '[data-blog-region]';
const HEADING = '[data-blog-heading]';
const HEAD = 'link[rel="canonical"], link[rel="alternate"], meta[name="description"], meta[property^="og:"]';

export function region(page: Document = document): HTMLElement | null {
  return page.querySelector<HTMLElement>(REGION);
}

/** From where a page may show pictures: each list names the hosts of its own posts. */
const policy = (page: Document) => page.querySelector('meta[http-equiv=Content-Security-Policy]')?.getAttribute('content');

/** Fetches a page of the blog list; throws when it is not one, or not one that can be shown under this page's policy. */
export async function fetchPage(url: string, signal: AbortSignal): Promise<Document> {
  const response = await fetch(url, { signal, headers: { accept: 'text/html' } });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (!region(page) || !region()) throw new Error(`${url} is no page of the list`);
  if (policy(page) !== policy(document)) throw new Error(`${url} has a policy of its own`);
  return page;
}

/** Puts the parts of `page` in the place of the document's. */
export function swapIn(page: Document): void {
  document.title = page.title;
  region()?.replaceChildren(...(region(page)?.childNodes ?? []));
  const fresh = page.querySelectorAll(HEADING);
  document.querySelectorAll(HEADING).forEach((old, index) => {
    const next = fresh[index];
    if (next) old.replaceChildren(...next.childNodes);
  });
  for (const old of document.head.querySelectorAll(HEAD)) old.remove();
  document.head.append(...page.head.querySelectorAll(HEAD));
}
