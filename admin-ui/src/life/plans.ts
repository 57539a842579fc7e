import type { OnePlan } from '../api/life';
import { LANGUAGES, type Language, type LanguageLife } from '../api/types';

export interface Planned extends OnePlan {
  at: string;
}

/** What is ahead of one language, the next first; what came to nothing is still to be cancelled or moved. */
export function plansOfLanguage(language: Language, life: LanguageLife): Planned[] {
  const { publish_at: publish, unpublish_at: unpublish } = life;
  const plans: Planned[] = [];
  if (publish) plans.push({ language, action: 'publish', at: publish });
  if (unpublish) plans.push({ language, action: 'unpublish', at: unpublish });
  return plans.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** All plans of a post, language by language. */
export function plansOf(languages: Readonly<Record<Language, LanguageLife>> | undefined): Planned[] {
  return languages ? LANGUAGES.flatMap((language) => plansOfLanguage(language, languages[language])) : [];
}
