import { Collector } from './collector';
import { notesIn } from './footnotes';
import { type Block, isList, isTable, type Picture } from './model';
import { printHtml } from './print';
import { withInertStyles } from './styles';
import { isInsertablePicture, isLinkUrl, isPictureUrl } from './urls';

/** What reading a piece of HTML gives. */
export interface ReadHtml {
  blocks: Block[];
  /** Addresses of links and pictures that were left out. */
  refused: string[];
}

/** Reads HTML into what the editor can make; everything else is dropped or becomes plain text. */
function read(html: string, allowsPicture: (src: string) => boolean, pasted = false): ReadHtml {
  const refused: string[] = [];
  const check = (allowed: boolean, url: string) => {
    if (!allowed && url !== '') refused.push(url);
    return allowed;
  };
  const collector = new Collector({
    link: (href) => check(isLinkUrl(href), href),
    picture: (src) => check(allowsPicture(src), src),
    foreign: pasted,
    outlines: pasted,
  });
  const { body } = new DOMParser().parseFromString(withInertStyles(html), 'text/html');
  return { blocks: collector.collect(body.childNodes), refused };
}

/** The texts that were read last: the editor, the remarks and the counters ask for the same ones within a moment of each other. */
const known = new Map<string, readonly Block[]>();
/** Three languages, as they are and as they were. */
const KNOWN = 6;

/** Reads a text as the server answered it. */
export function readHtml(html: string): readonly Block[] {
  const blocks = known.get(html) ?? read(html, isPictureUrl).blocks;
  known.delete(html);
  const [oldest] = known.keys();
  if (known.size >= KNOWN && oldest !== undefined) known.delete(oldest);
  known.set(html, blocks);
  return blocks;
}

/** Reads foreign HTML from the clipboard: pictures must be of the accepted kinds, and become blocks of their own. */
export function readPasted(html: string): ReadHtml {
  const [, fragment, rest] = /<!--StartFragment-->([\s\S]*)<!--EndFragment-->([\s\S]*)/.exec(html) ?? [];
  // Word puts the notes of what was copied behind it.
  if (fragment === undefined) return read(html, isInsertablePicture, true);
  // A spreadsheet's fragment begins inside of its table.
  const whole = /^\s*<(?:col|colgroup|thead|tbody|tr|t[dh])\b/i.test(fragment) ? `<table>${fragment}</table>` : fragment;
  return read(whole + notesIn(rest ?? ''), isInsertablePicture, true);
}

/** The picture that a piece of foreign HTML consists of, whatever its address; `null` when there is more or something else. */
export function pictureAlone(html: string): Picture | null {
  const [block, ...others] = read(html, () => true, true).blocks;
  if (!block || isList(block) || isTable(block) || others.length > 0) return null;
  const [only, ...more] = block.children.flatMap((child) => (child.type === 'a' ? child.children : [child]));
  return only?.type === 'img' && more.length === 0 ? only : null;
}

/** Texts whose canonical form is known: while one is typed, what was typed before is asked about again and again. */
const canonical = new Map<string, string>();
const MOST = 64;

/** The one spelling of a text: two texts are the same when their canonical forms are. */
export function canonicalHtml(html: string): string {
  const form = canonical.get(html);
  if (form !== undefined) return form;
  return remember(html, html.trim() === '' ? '' : printHtml(readHtml(html)));
}

/** Says that a text is canonical because it was printed just now. */
export function rememberCanonical(html: string): void {
  remember(html, html);
}

function remember(html: string, form: string): string {
  const [oldest] = canonical.keys();
  if (canonical.size >= MOST && oldest !== undefined) canonical.delete(oldest);
  canonical.set(html, form);
  return form;
}
