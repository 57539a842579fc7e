import { Collector } from './collector';
import type { Block } from './model';
import { printHtml } from './print';
import { withInertStyles } from './styles';
import { isInsertablePicture, isPictureUrl, isWebUrl } from './urls';

/** What reading a piece of HTML gives. */
export interface ReadHtml {
  blocks: Block[];
  /** Addresses of links and pictures that were left out. */
  refused: string[];
}

/** Reads HTML into what the toolbar can make; everything else is dropped or becomes plain text. */
function read(html: string, allowsPicture: (src: string) => boolean): ReadHtml {
  const refused: string[] = [];
  const check = (allowed: boolean, url: string) => {
    if (!allowed && url !== '') refused.push(url);
    return allowed;
  };
  const collector = new Collector({
    link: (href) => check(isWebUrl(href), href),
    picture: (src) => check(allowsPicture(src), src),
  });
  const { body } = new DOMParser().parseFromString(withInertStyles(html), 'text/html');
  return { blocks: collector.collect(body), refused };
}

/** Reads a text as the server answered it. */
export function readHtml(html: string): Block[] {
  return read(html, isPictureUrl).blocks;
}

/** Reads foreign HTML from the clipboard: pictures must be of the accepted kinds. */
export function readPasted(html: string): ReadHtml {
  const fragment = /<!--StartFragment-->([\s\S]*)<!--EndFragment-->/.exec(html)?.[1];
  return read(fragment ?? html, isInsertablePicture);
}

/** The one spelling of a text: two texts are the same when their canonical forms are. */
export function canonicalHtml(html: string): string {
  return html.trim() === '' ? '' : printHtml(readHtml(html));
}
