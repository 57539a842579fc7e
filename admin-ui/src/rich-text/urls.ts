import { uploadId } from './address';

/** Which addresses a text may hold: http, https, the site's own paths, and data URLs for pictures. */

const PICTURE_DATA = /^data:image\/(?:jpe?g|gif|png);base64,[a-z0-9+/=\s]+$/i;
const PICTURE_NAME = /\.(?:jpe?g|gif|png)$/i;
export const STORED_PICTURE = /^\/api\/blog\/images\/\d+\/?$/;
/** The server's rule is the same: `cms/src/posts/rich_text_addresses.rs`. */
const MAIL = /^mailto:[\p{Alphabetic}\p{N}._%+-]+@[\p{Alphabetic}\p{N}.-]+(?:\?[\p{Alphabetic}\p{N}!#-;=?-[\]-~]*)?$/iu;
const PHONE = /^tel:(?=(?:\D*\d){3})\+?[\d.()-]+$/i;
const TYPED_MAIL = /^[\p{L}\p{N}._%+-]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$/u;
const TYPED_PHONE = /^\+?[\d ().-]+$/;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const LOOKS_LIKE_HOST = /^(?:[\p{L}\d-]+\.)+\p{L}{2,}(?:[/?#:].*)?$/u;

/** Removes what browsers ignore inside a scheme, so that `java\nscript:` cannot hide. */
function stripped(url: string): string {
  return url.replace(/[\p{Cc}\u200b-\u200f\u2028-\u202f\u2060\ufeff]/gu, '').trim();
}

/** True for http(s) addresses and for paths and anchors of this site. */
export function isWebUrl(url: string): boolean {
  const plain = stripped(url);
  if (plain !== url.trim() || plain === '') return false;
  if (HAS_SCHEME.test(plain)) return /^https?:\/\/[^/\\]/i.test(plain) && URL.canParse(plain);
  return plain.startsWith('#') || /^\/(?![/\\])/.test(plain);
}

/** True for what a link may lead to: a web address, a letter, a call. */
export function isLinkUrl(url: string): boolean {
  const plain = url.trim();
  return MAIL.test(plain) || PHONE.test(plain) || isWebUrl(url);
}

/** What the service has and the site does not: an address in one of these folders leads to the service. */
const NOT_ON_THE_SITE = /^\/(?:admin|api|shared)(?:[/?#]|$)/;
const PICTURE_AND_MORE = /^(\/api\/blog\/images\/\d+\/?)(?:[?#].*)?$/;

/**
 * An address as it is kept: whoever copies one from the admin or from the preview of the site, which are at one `origin`, means a path of the
 * site; a stored picture is named by its path alone. The server's rule is the same: `cms/src/posts/rich_text_own.rs`.
 */
export function atHome(address: string, { origin } = window.location): string {
  const path = isWebUrl(address) ? ownPath(address, origin) : null;
  const kept = path ?? address;
  return PICTURE_AND_MORE.exec(kept)?.[1] ?? kept;
}

function ownPath(address: string, origin: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.origin !== origin || url.username !== '') return null;
  const path = /^[^/]+\/\/[^/\\?#]*(.*)$/s.exec(address.trim())?.[1] ?? '';
  const whole = /^[?#]|^$/.test(path) ? `/${path}` : path;
  return isWebUrl(whole) && (!NOT_ON_THE_SITE.test(whole) || PICTURE_AND_MORE.test(whole)) ? whole : null;
}

/** What a person typed as a link's address, completed (`www.example.az`, a mail address, a telephone number); `null` when it is refused. */
export function linkUrl(typed: string): string | null {
  const plain = typed.trim();
  if (isLinkUrl(plain)) return atHome(plain);
  if (TYPED_MAIL.test(plain)) return `mailto:${plain}`;
  const number = `tel:${plain.replace(/(?!^)\+|[ ().-]/g, '')}`;
  if (TYPED_PHONE.test(plain) && /\d{5}/.test(number) && PHONE.test(number)) return number;
  return !HAS_SCHEME.test(plain) && LOOKS_LIKE_HOST.test(plain) ? `https://${plain}` : null;
}

/** True for a picture that is already in a text of the form. */
export function isPictureUrl(src: string): boolean {
  return PICTURE_DATA.test(src) || uploadId(src) !== null || (isWebUrl(src) && !src.startsWith('#'));
}

/** True for a picture that may be put in: jpg, jpeg, gif, png, a data image, or one of ours. */
export function isInsertablePicture(src: string): boolean {
  if (PICTURE_DATA.test(src) || STORED_PICTURE.test(src)) return true;
  if (uploadId(src) !== null || !isPictureUrl(src)) return false;
  return PICTURE_NAME.test(new URL(src, 'https://site.invalid').pathname);
}

const REDIRECT = /^https?:\/\/(?:(?:www\.)?google\.[a-z.]{2,6}\/url|[a-z\d]+\.safelinks\.protection\.outlook\.com\/)\?/i;

/** The address a link of Google's or Outlook's leads to in the end (Outlook's names the reader of the letter); any other address as it is. */
export function withoutRedirect(href: string): string {
  if (!REDIRECT.test(href) || !URL.canParse(href)) return href;
  const { searchParams } = new URL(href);
  const target = searchParams.get('q') ?? searchParams.get('url') ?? '';
  return /^https?:\/\//i.test(target) ? target : href;
}
