import { detectLanguage, LANGUAGE_KEY, type Spoken } from './detect';
import { loadTexts, type TextPart } from './load';
import type { Messages } from './locales/az';
import { addTexts, hasTexts, show, start, translation } from './translate';

/** The language that was asked for last: texts of an earlier wish may arrive after it. */
let wanted: Spoken | null = null;

/** The language in which the interface starts. */
export function detectedLanguage(): Spoken {
  return detectLanguage(localStorage.getItem(LANGUAGE_KEY), navigator.languages);
}

/** A group that tells whether a part is here. */
const GROUP_OF: Readonly<Record<TextPart, keyof Messages>> = { core: 'layout', desk: 'editor', office: 'people' };

/** Parts that are shown, or about to be: another language needs them as well. */
const shown = new Set<TextPart>(['core']);

let tellStarted: () => void;
const started = new Promise<void>((resolve) => (tellStarted = resolve));

/** Starts the interface with the texts of one language; those of another come when it is chosen, other parts with their screens. */
export function startTranslations(language: Spoken, texts: Partial<Messages>): void {
  wanted = language;
  start(language, texts);
  document.documentElement.lang = language;
  tellStarted();
}

/**
 * Changes the interface's language and remembers it, once its texts are here. Fails if they do not arrive: then everything stays as
 * it is, and choosing it again asks for them again. A wish that was followed by another changes nothing any more.
 */
export async function chooseLanguage(language: Spoken): Promise<void> {
  wanted = language;
  try {
    // A screen that opens meanwhile may need one more.
    while (wanted === language && missing(language, shown).length > 0) await bring(language, shown);
  } catch (error) {
    if (wanted === language) throw error;
  }
  if (wanted !== language) return;
  localStorage.setItem(LANGUAGE_KEY, language);
  document.documentElement.lang = language;
  show(language);
}

/** Part of the program with the texts that it says, in the language that is shown by then. Fails if either does not arrive. */
export async function withTexts<T>(parts: readonly TextPart[], load: () => Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([load(), need(parts)]);
  return loaded;
}

async function need(parts: readonly TextPart[]): Promise<void> {
  await started;
  const isNew = parts.filter((part) => !shown.has(part));
  for (const part of parts) shown.add(part);
  try {
    // Another language may be chosen while they are on their way.
    while (missing(shownLanguage(), parts).length > 0) await bring(shownLanguage(), parts);
  } catch (error) {
    // What is not shown keeps nobody from changing the language.
    for (const part of isNew) shown.delete(part);
    throw error;
  }
}

function shownLanguage(): Spoken {
  return translation().i18n.language;
}

function missing(language: Spoken, parts: Iterable<TextPart>): TextPart[] {
  return [...parts].filter((part) => !hasTexts(language, GROUP_OF[part]));
}

async function bring(language: Spoken, parts: Iterable<TextPart>): Promise<void> {
  const texts = await Promise.all(missing(language, parts).map((part) => loadTexts(language, part)));
  for (const some of texts) addTexts(language, some);
}
