import type { Message } from '../api/types';

/** Mail programs take addresses of about two thousand characters; some cut what is longer, some open nothing. */
const LONGEST = 1900;
const CUT = '> […]';

/** An address that opens one's mail program with an answer begun: subject, and the visitor's words quoted as far as they fit. */
export function replyAddress(message: Pick<Message, 'email' | 'message'>, subject: string, wrote: string): string {
  const start = `mailto:${encodeURIComponent(message.email).replace(/%40/g, '@')}?subject=${encodeURIComponent(`Re: ${subject}`)}&body=`;
  const room = LONGEST - start.length - encoded(`\n${CUT}`).length;
  let body = `\n\n${wrote}`;
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
