import type { Message } from '../api/types';

/** Mail programs take addresses of about two thousand characters; some cut what is longer, some open nothing. */
const LONGEST = 1900;
/** Of these the subject takes so many, and the line of who wrote. */
const LONGEST_SUBJECT = 500;
const LONGEST_LINE = 400;
const CUT = '> […]';

/** An address that opens one's mail program with an answer begun: subject, and the visitor's words quoted as far as they fit. */
export function replyAddress(message: Pick<Message, 'email' | 'message'>, subject: string, wrote: string): string {
  const start = `mailto:${encodeURIComponent(message.email).replace(/%40/g, '@')}?subject=${encodeURIComponent(cut(`Re: ${subject}`, LONGEST_SUBJECT))}&body=`;
  const room = LONGEST - start.length - encoded(`\n${CUT}`).length;
  let body = `\n\n${cut(wrote, LONGEST_LINE)}`;
  for (const line of message.message.split('\n')) {
    const next = `${body}\n> ${line}`;
    if (encoded(next).length <= room) {
      body = next;
      continue;
    }
    body = `${within(body, line, room)}\n${CUT}`;
    break;
  }
  return start + encoded(body);
}

/** As many whole characters as there is room for. */
function cut(text: string, room: number): string {
  if (encoded(text).length <= room) return text;
  let kept = '';
  for (const character of text) {
    if (encoded(`${kept}${character}…`).length > room) break;
    kept += character;
  }
  return `${kept}…`;
}

/** As many words of a line as there is room for. */
function within(body: string, line: string, room: number): string {
  let kept = '';
  for (const word of line.split(' ')) {
    const next = kept ? `${kept} ${word}` : word;
    if (encoded(`${body}\n> ${next}`).length > room) break;
    kept = next;
  }
  return kept ? `${body}\n> ${kept}` : body;
}

/** RFC 6068 wants CRLF between lines. */
function encoded(text: string): string {
  return encodeURIComponent(text.replaceAll('\n', '\r\n'));
}
