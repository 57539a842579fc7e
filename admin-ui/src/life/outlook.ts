import { LANGUAGES, type Language, type LanguageLife } from '../api/types';
import { sameValue } from '../form/compare';
import { isEmptyText } from '../form/empty';
import { fieldsIn, isBlank, languagesWithText } from '../form/fields';
import { type BaseLife, type FormState, isLive, pictureChanged } from '../form/state';

/** What becomes of languages on the site when the form's button is pressed; `date` says since when one stays as it is. */
export interface Outlook {
  what: 'goesLive' | 'updates' | 'stays' | 'waits' | 'fallback' | 'unplanned';
  languages: Language[];
  date: string | null;
}

type Form = Pick<FormState, 'base' | 'fields' | 'image' | 'imageRemoved'>;

/** Nothing is said of an empty form. Languages that fare alike are told about together, the changes first. */
export function outlookOf(form: Form): Outlook[] {
  if (form.base === null && isBlank(form.fields)) return [];
  const outlooks: Outlook[] = [];
  for (const language of LANGUAGES) {
    const what = fateOf(form, language);
    const date = what === 'stays' ? (form.base?.life?.languages[language].published_at ?? null) : null;
    const alike = outlooks.find((other) => other.what === what && other.date?.slice(0, 10) === date?.slice(0, 10));
    if (alike) alike.languages.push(language);
    else outlooks.push({ what, languages: [language], date });
  }
  const unplanned = LANGUAGES.filter((language) => losesPlan(form, language));
  if (unplanned.length > 0) outlooks.push({ what: 'unplanned', languages: unplanned, date: null });
  return outlooks.sort((a, b) => ORDER.indexOf(a.what) - ORDER.indexOf(b.what));
}

const ORDER: readonly Outlook['what'][] = ['goesLive', 'updates', 'stays', 'fallback', 'waits', 'unplanned'];

function fateOf(form: Form, language: Language): Outlook['what'] {
  const hasText = languagesWithText(form.fields).includes(language);
  const draft = form.base !== null && !isLive(form);
  // A draft publishes what has text, when there is anything to fall back to; the specified calls publish everything.
  if (draft && languagesWithText(form.fields).includes('az')) return hasText ? 'goesLive' : 'waits';
  if (language !== 'az' && isEmptyText(form.fields[`content_${language}`])) return 'fallback';
  if (!form.base || draft) return 'goesLive';
  const known = form.base.life?.languages[language];
  if (known && known.published_at === null) return 'goesLive';
  return sharedChanged(form) || isWritten(form, language) || (known && differs(known)) ? 'updates' : 'stays';
}

/** Other words are in the draft than on the site: a plan hides that from the state. Forms that were kept by earlier versions say only that. */
function differs({ state, ...life }: Omit<LanguageLife, 'differs'> & { differs?: boolean }): boolean {
  return life.differs ?? state === 'changed';
}

/** What was to go live at its time does so now. */
function losesPlan(form: Form, language: Language): boolean {
  if (form.base?.life?.languages[language].scheduled_action !== 'publish') return false;
  return isLive(form) || fateOf(form, language) !== 'waits';
}

function isWritten({ base, fields }: Form, language: Language): boolean {
  return fieldsIn(language).some((name) => !sameValue(name, base?.fields[name] ?? '', fields[name]));
}

/** Category, author, picture and labels are the same for all languages. */
function sharedChanged({ base, ...form }: Form): boolean {
  if (!base) return false;
  const written = SHARED.some((name) => base.fields[name] !== form.fields[name]);
  return written || pictureChanged(form) || (base.life !== undefined && sharedDiffers(base.life));
}

const SHARED = ['category', 'author', 'featured', 'trending'] as const;

/** They differ between draft and site; where the server does not say so, a draft without other words must be about them. */
function sharedDiffers({ state, languages, shared_differs: shared }: BaseLife): boolean {
  return shared ?? (state === 'changed' && LANGUAGES.every((language) => !differs(languages[language])));
}
