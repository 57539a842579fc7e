/**
 * The address of a picture that is not stored yet: `upload:` and the id under which this browser keeps its file. It
 * stands in the form's texts and in the journal, and never leaves for the server.
 */
const SCHEME = 'upload:';
const ADDRESS = /^upload:[\w-]+$/;
const IN_HTML = /src="upload:([\w-]+)"/g;

export function uploadAddress(id: string): string {
  return SCHEME + id;
}

/** The id in such an address; `null` for any other. */
export function uploadId(src: string): string | null {
  return ADDRESS.test(src) ? src.slice(SCHEME.length) : null;
}

/** Ids of the pictures of a text that are not stored yet. */
export function uploadIds(html: string): string[] {
  // Asked about every text with every key; most hold none.
  return html.includes(SCHEME) ? Array.from(html.matchAll(IN_HTML), (match) => match[1] ?? '') : [];
}

/** The text with other addresses for those pictures; a picture without one keeps what it has. */
export function withAddresses(html: string, addressOf: (id: string) => string | null): string {
  return html.replace(IN_HTML, (found, id: string) => {
    const address = addressOf(id);
    return address === null ? found : `src="${address}"`;
  });
}

const ANY_SOURCE = /src="([^"]*)"/g;

/** The text with other addresses for some of its pictures. */
export function withSources(html: string, sources: ReadonlyMap<string, string>): string {
  return html.replace(ANY_SOURCE, (found, src: string) => {
    const other = sources.get(src);
    return other === undefined ? found : `src="${other}"`;
  });
}

/** The addresses of a text's pictures. */
export function sourcesOf(html: string): string[] {
  return Array.from(html.matchAll(ANY_SOURCE), (match) => match[1] ?? '');
}
