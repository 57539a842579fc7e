import { LANGUAGES, type Language, TEXT_KINDS } from '../api/types';
import { isBlank, isEmptyText, languagesWithText } from '../form/fields';
import { type FormState, isLive, pictureChanged } from '../form/state';

/** What becomes of languages on the site when the form's button is pressed; `date` says since when one stays as it is. */
export interface Outlook {
  what: 'goesLive' | 'updates' | 'stays' | 'waits' | 'fallback';
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
  return outlooks.sort((a, b) => ORDER.indexOf(a.what) - ORDER.indexOf(b.what));
}

const ORDER: readonly Outlook['what'][] = ['goesLive', 'updates', 'stays', 'fallback', 'waits'];

function fateOf(form: Form, language: Language): Outlook['what'] {
  const hasText = languagesWithText(form.fields).includes(language);
  const draft = form.base !== null && !isLive(form);
  // A draft publishes what has text, when there is anything to fall back to; the specified calls publish everything.
  if (draft && languagesWithText(form.fields).includes('az')) return hasText ? 'goesLive' : 'waits';
  if (language !== 'az' && isEmptyText(form.fields[`content_${language}`])) return 'fallback';
  if (!form.base || draft) return 'goesLive';
  const known = form.base.life?.languages[language];
  if (known && known.published_at === null) return 'goesLive';
  return sharedChanged(form) || known?.state === 'changed' || isWritten(form, language) ? 'updates' : 'stays';
}

function isWritten({ base, fields }: Form, language: Language): boolean {
  return TEXT_KINDS.some((kind) => base?.fields[`${kind}_${language}`] !== fields[`${kind}_${language}`]);
}

/** Category, author and picture are the same for all languages. */
function sharedChanged({ base, ...form }: Form): boolean {
  if (!base) return false;
  const kept = base.life?.state === 'changed' && LANGUAGES.every((language) => base.life?.languages[language].state !== 'changed');
  return kept || pictureChanged(form) || base.fields.category !== form.fields.category || base.fields.author !== form.fields.author;
}
