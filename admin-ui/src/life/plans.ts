import type { OnePlan } from '../api/life';
import { LANGUAGES, type Language, type LanguageLife } from '../api/types';

export interface Planned extends OnePlan {
  at: string;
  /** It is not done at its time: an author has changed the post, and an editor has to plan it again. */
  waits: boolean;
}

/** What is ahead of one language, the next first; what came to nothing is still to be cancelled or moved. */
export function plansOfLanguage(language: Language, life: LanguageLife): Planned[] {
  const { publish_at: publish, unpublish_at: unpublish, schedule_problem: problem } = life;
  const waits = problem?.['at']?.includes('changed_since') ?? false;
  const plans: Planned[] = [];
  if (publish) plans.push({ language, action: 'publish', at: publish, waits });
  if (unpublish) plans.push({ language, action: 'unpublish', at: unpublish, waits: false });
  return plans.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** All plans of a post, language by language. */
export function plansOf(languages: Readonly<Record<Language, LanguageLife>> | undefined): Planned[] {
  return languages ? LANGUAGES.flatMap((language) => plansOfLanguage(language, languages[language])) : [];
}
