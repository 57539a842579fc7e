import type { Spoken } from './detect';
import type { Messages } from './locales/az';

/** Endings of the forms that a text has for different numbers (Unicode's plural categories). */
type Form = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type Base<Key extends string> = Key extends `${infer Text}_${Form}` ? Text : Key;

/** `group.text` of every text; one with forms for numbers is named without them. */
export type TextKey = { [Group in keyof Messages & string]: `${Group}.${Base<keyof Messages[Group] & string>}` }[keyof Messages & string];

/** What stands for `{{name}}` in a text; `count` also chooses its form. */
export type Values = Readonly<Record<string, string | number | null | undefined>>;

/** A text in the language that is shown. */
export type Translate = (key: TextKey, values?: Values) => string;

/** The language that is shown, and its texts. The same object until another language is shown. */
export interface Translation {
  t: Translate;
  i18n: { language: Spoken };
}

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

const known = new Map<Spoken, Texts>();
const listeners = new Set<() => void>();
let shown: Translation | null = null;

/** Starts with the texts of one language, which is shown. */
export function start(language: Spoken, texts: Partial<Messages>): void {
  known.clear();
  addTexts(language, texts);
  show(language);
}

/** Adds texts of a language to those that are here. */
export function addTexts(language: Spoken, texts: Partial<Messages>): void {
  known.set(language, { ...known.get(language), ...(texts as Texts) });
}

/** Whether a group of texts is here. */
export function hasTexts(language: Spoken, group: keyof Messages): boolean {
  return known.get(language)?.[group] !== undefined;
}

/** Shows a language, whose texts have to be here; whoever shows texts is told. */
export function show(language: Spoken): void {
  const rules = new Intl.PluralRules(language);
  shown = { t: (key, values = {}) => fill(textOf(language, key, values, rules), values), i18n: { language } };
  for (const listener of listeners) listener();
}

/** What is shown now. Before the start there is nothing to say, and a key says itself. */
export function translation(): Translation {
  return (shown ??= { t: (key) => key, i18n: { language: 'az' } });
}

/** Calls back when another language is shown; returns how to stop. */
export function onShown(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A text that nobody has written is its key, which a test keeps from happening. */
function textOf(language: Spoken, key: string, { count }: Values, rules: Intl.PluralRules): string {
  const [group = '', name = ''] = key.split('.');
  const texts = known.get(language)?.[group] ?? {};
  const form = typeof count === 'number' ? texts[`${name}_${rules.select(count)}`] : undefined;
  return form ?? texts[name] ?? ofAnother(language, texts, name) ?? key;
}

/**
 * What is written for each of three languages of texts (`missing_ru`), of another one: in general words (`missing_any`) with its name. What
 * stands within a sentence (`in_ru`) begins as the name does.
 */
function ofAnother(language: Spoken, texts: Readonly<Record<string, string>>, name: string): string | undefined {
  const text = texts[`${name.slice(0, -2)}any`];
  const said = text && fill(text, { language: nameOf(language, name.slice(-2)) });
  return name.startsWith('in_') ? said : said?.replace(/./, (first) => first.toLocaleUpperCase(language));
}

/** As a text of ours has it (`de:alman`), else the browser. */
function nameOf(language: Spoken, code: string): string | undefined {
  const own = known
    .get(language)
    ?.['languages']?.['names']?.split(' ')
    .find((name) => name.startsWith(`${code}:`));
  return own?.slice(3) ?? new Intl.DisplayNames(language, { type: 'language' }).of(code);
}

function fill(text: string, values: Values): string {
  return text.replace(/{{(\w+)}}/g, (_, name: string) => String(values[name] ?? ''));
}
