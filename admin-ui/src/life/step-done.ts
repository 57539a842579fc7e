import type { Taken } from '../api/life';
import { LANGUAGES, type Language } from '../api/types';
import { FIELD_NAMES, type PostFields } from '../form/fields';
import { sameValue } from '../form/compare';
import type { Base, BaseLife } from '../form/state';
import type { Comes } from '../saving/steps';
import { isOnSite } from './publish-rules';

/** Which languages go live or leave the site, `null` for the whole post; at once without a time. */
interface Step {
  action: 'publish' | 'unpublish';
  languages: readonly Language[] | null;
  at: string | null;
}

/** What is asked of the server: a plan is never carried out at once, by whichever clock its time was chosen. */
export function whenOf(at: string | null): { at: string; only_later: true } | null {
  return at === null ? null : { at, only_later: true };
}

/** What is said of it: as the server did it. */
export function comesOf({ at, ...step }: Step): (answer: Taken | null) => Comes {
  return (answer) => (at === null || answer?.planned === false ? 'live' : { kind: 'planned', at, ...step });
}

/** Nothing of it is on the site any more, and the address of the whole leads where it was to; or all of it has this plan. */
export function isTakenOff({ languages: known, redirect_to }: BaseLife, { languages, at }: Step, redirect: string | null): boolean {
  const concerned = (languages ?? LANGUAGES).map((language) => known[language]);
  const elsewhere = languages !== null || redirect === null || leadsTo(redirect_to, redirect);
  if (at === null) return elsewhere && !concerned.some((language) => isOnSite(language.published_at));
  const planned = concerned.filter((language) => isOnSite(language.published_at) || language.publish_at !== null);
  return planned.length > 0 && planned.every((language) => isSame(language.unpublish_at, at));
}

/** Visitors see just these words, or all of these languages have this plan. */
export function isPublished({ life, fields: now }: Base, fields: PostFields, { languages, at }: Step): boolean {
  if (!life || !FIELD_NAMES.every((name) => sameValue(name, now[name], fields[name]))) return false;
  const chosen = (languages ?? LANGUAGES).map((language) => life.languages[language]);
  if (at !== null) return chosen.every((language) => isSame(language.publish_at, at));
  return !life.shared_differs && chosen.every((language) => isOnSite(language.published_at) && !language.differs);
}

/** Whether the server keeps this address: a page of the site without origin and language, a post by its number. */
export function leadsTo(kept: string | null | undefined, asked: string): boolean {
  if (!kept?.startsWith('/')) return kept != null && URL.canParse(asked) && new URL(asked).href === new URL(kept).href;
  const page = asked
    .replace(/^https?:\/\/[^/]+/, '')
    .replace(/^\/[a-z]{2}(?=\/|$)/, '')
    .replace(/^(\/blog\/\d+)-[^/]*/, '$1');
  return withoutEnd(page) === withoutEnd(kept);
}

const withoutEnd = (path: string) => path.replace(/\/$/, '');

const isSame = (planned: string | null, at: string) => planned !== null && Date.parse(planned) === Date.parse(at);
