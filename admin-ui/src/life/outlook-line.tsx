import type { Translate } from '../i18n/translate';
import { useTranslation } from '../i18n/use-translation';
import type { Language } from '../api/types';
import { formatDate } from '../i18n/dates';
import type { Spoken } from '../i18n/detect';
import { useMe } from '../auth/use-me';
import { useWorkspaceState } from '../saving/workspace-context';
import { type Outlook, outlookOf } from './outlook';

/** What pressing the button will do, in words: "Russian goes live, English stays as of May 3, 2026." An author's asks for that. */
export function OutlookLine({ id }: { id: string }) {
  const { t, i18n } = useTranslation();
  const known = useWorkspaceState(({ form }) => JSON.stringify(outlookOf(form)));
  const language = i18n.language;
  const writes = useMe()?.role === 'author';
  const outlooks = JSON.parse(known) as Outlook[];
  const words = writes && outlooks.length > 0 ? t('publishing.asks') : outlooks.map((outlook) => phrase(t, outlook, language)).join(', ');
  return (
    <p className="post-form__outlook muted" id={id}>
      {words !== '' && sentence(words, language)}
    </p>
  );
}

/** With a full stop; a year that is abbreviated has it already where it comes last. */
function sentence(words: string, language: Spoken): string {
  return `${capitalised(words, language).replace(/\.$/, '')}.`;
}

function phrase(t: Translate, { what, languages, date }: Outlook, language: Spoken): string {
  return t(`publishing.${what}`, {
    count: languages.length,
    languages: listed(t, languages),
    date: date === null ? '' : formatDate(date, language),
  });
}

/** "Azerbaijani, English and Russian". */
export function listed(t: Translate, languages: readonly Language[]): string {
  const names = languages.map((language) => t(`life.in_${language}`));
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${t('publishing.and')} ${names.at(-1)}`;
}

/** The first letter; an Azerbaijani i becomes İ. */
export function capitalised(text: string, language: Spoken): string {
  const first = language === 'az' && text.startsWith('i') ? 'İ' : text.charAt(0).toUpperCase();
  return first + text.slice(1);
}
