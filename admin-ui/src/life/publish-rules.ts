import type { Language } from '../api/types';

/** What a language still needs. */
export function lackOf(titled: readonly Language[], language: Language) {
  if (!titled.includes(language)) return 'publishing.noTitle';
  return language === 'az' ? 'publishing.noContent' : 'publishing.azInstead';
}

/** Whether a language is on the site, by when it came there. */
export function isOnSite(published: string | null | undefined): boolean {
  return published !== null && published !== undefined;
}
