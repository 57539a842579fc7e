import type { CheckedLink } from '../api/links';
import { LANGUAGES, type Language, TEXT_KINDS, type Texts } from '../api/types';
import { isEmptyText } from '../form/empty';
import { blockText } from '../rich-text/measure';
import type { Block } from '../rich-text/model';
import { readHtml } from '../rich-text/read';
import { contentFindings, foreignLinks, ownLinks, storedPictures } from './content-checks';
import { figuresIn, keysOf, onlyIn } from './figures';
import type { Finding } from './finding';
import { otherLanguage } from './tongue';

/** A card of the list cuts a title here (specification section 7). */
const LONGEST_TITLE = 80;
/** Of figures that differ, so many are named. */
const NAMED = 3;

/** A post's texts with its contents as blocks. */
export interface ReadTexts {
  texts: Texts;
  blocks: Readonly<Record<Language, readonly Block[]>>;
}

export function readTexts(texts: Texts): ReadTexts {
  const blocksOf = (language: Language) => (isEmptyText(texts[`content_${language}`]) ? [] : readHtml(texts[`content_${language}`]));
  return { texts, blocks: Object.fromEntries(LANGUAGES.map((language) => [language, blocksOf(language)])) as ReadTexts['blocks'] };
}

/**
 * What to look at before publishing, in the order of the form; nothing of a form without any content. `gone` are the paths
 * of this site, of those that `ownPaths` and `picturePaths` name, that lead nowhere, `going` those that will, and when; `foreign` is what became of
 * links to other sites.
 */
export function findingsOf(
  read: ReadTexts,
  gone: ReadonlySet<string>,
  origin: string,
  going: ReadonlyMap<string, string> = new Map(),
  foreign: ReadonlyMap<string, CheckedLink> = new Map(),
): Finding[] {
  if (LANGUAGES.every((language) => read.blocks[language].length === 0)) return [];
  return LANGUAGES.flatMap((language) => [
    ...missingTexts(read, language),
    ...titleAndExcerpt(read, language),
    ...contentFindings(read.blocks[language], language),
    ...gonePictures(read, language, gone),
    ...deadLinks(read, language, gone, origin),
    ...goingLinks(read, language, { gone, going }, origin),
    ...foreignFindings(read, language, foreign, origin),
    ...(language === 'az' ? [] : differingFigures(read, language)),
  ]);
}

/** The paths of this site that the contents link to, each once. */
export function ownPaths({ blocks }: ReadTexts, origin: string): string[] {
  return [...new Set(LANGUAGES.flatMap((language) => ownLinks(blocks[language], origin).map(({ path }) => path)))];
}

/** The paths of the stored pictures that the contents show, each once. */
export function picturePaths({ blocks }: ReadTexts): string[] {
  return [...new Set(LANGUAGES.flatMap((language) => storedPictures(blocks[language]).map(({ path }) => path)))];
}

/** The addresses of other sites that the contents link to, each once. */
export function foreignAddresses({ blocks }: ReadTexts, origin: string): string[] {
  return [...new Set(LANGUAGES.flatMap((language) => foreignLinks(blocks[language], origin).map(({ href }) => href)))];
}

function missingTexts({ texts }: ReadTexts, language: Language): Finding[] {
  const fields = TEXT_KINDS.map((kind) => `${kind}_${language}` as const);
  return fields.filter((field) => isEmptyText(texts[field])).map((field) => ({ kind: 'missing', language, field }));
}

function titleAndExcerpt({ texts }: ReadTexts, language: Language): Finding[] {
  const found: Finding[] = [];
  const title = `title_${language}` as const;
  if ([...texts[title].trim()].length > LONGEST_TITLE) found.push({ kind: 'longTitle', language, field: title });
  for (const field of [title, `excerpt_${language}` as const]) {
    const quote = otherLanguage(texts[field], language);
    if (quote !== null) found.push({ kind: 'otherLanguage', language, field, quote });
  }
  return found;
}

function gonePictures({ blocks }: ReadTexts, language: Language, gone: ReadonlySet<string>): Finding[] {
  return storedPictures(blocks[language])
    .filter(({ path }) => gone.has(path))
    .map(({ block, alt }) => ({ kind: 'gonePicture', language, field: `content_${language}`, block, ...(alt !== '' && { quote: alt }) }));
}

function deadLinks({ blocks }: ReadTexts, language: Language, gone: ReadonlySet<string>, origin: string): Finding[] {
  return ownLinks(blocks[language], origin)
    .filter(({ path }) => gone.has(path))
    .map(({ block, href }) => ({ kind: 'deadLink', language, field: `content_${language}`, block, quote: href }));
}

function goingLinks(
  { blocks }: ReadTexts,
  language: Language,
  { gone, going }: { gone: ReadonlySet<string>; going: ReadonlyMap<string, string> },
  origin: string,
): Finding[] {
  return ownLinks(blocks[language], origin).flatMap(({ path, block, href }): Finding[] => {
    const time = gone.has(path) ? undefined : going.get(path);
    return time === undefined ? [] : [{ kind: 'goingLink', language, field: `content_${language}`, block, quote: href, time }];
  });
}

const FOREIGN = { gone: 'foreignGone', moved: 'foreignMoved', unreachable: 'foreignUnreachable', unsure: 'foreignUnsure' } as const;

function foreignFindings({ blocks }: ReadTexts, language: Language, foreign: ReadonlyMap<string, CheckedLink>, origin: string): Finding[] {
  return foreignLinks(blocks[language], origin).flatMap(({ block, href }): Finding[] => {
    const found = foreign.get(href);
    if (found === undefined || found.state === 'there') return [];
    const { state, status, to } = found;
    return [
      {
        kind: FOREIGN[state],
        language,
        field: `content_${language}`,
        block,
        quote: href,
        ...(status !== null && { status }),
        ...(to !== null && { to }),
      },
    ];
  });
}

/** A translation has other figures than the Azerbaijani text. */
function differingFigures(read: ReadTexts, language: Language): Finding[] {
  const { blocks } = read;
  if (blocks.az.length === 0 || blocks[language].length === 0) return [];
  const source = figuresIn(allWords(read, 'az'), 'az');
  const translation = figuresIn(allWords(read, language), language);
  const inSource = keysOf(source);
  const lost = onlyIn(source, keysOf(translation));
  const added = onlyIn(translation, inSource);
  if (lost.length + added.length === 0) return [];
  const block = blocks[language].findIndex((candidate) => onlyIn(figuresIn(blockText(candidate), language), inSource).length > 0);
  const quote = [named('AZ', lost), named(language.toUpperCase(), added)].filter(Boolean).join(' · ');
  return [{ kind: 'figures', language, field: `content_${language}`, ...(block >= 0 && { block }), quote }];
}

function named(whose: string, figures: readonly string[]): string {
  if (figures.length === 0) return '';
  return `${whose}: ${figures.slice(0, NAMED).join('; ')}${figures.length > NAMED ? '…' : ''}`;
}

function allWords({ texts, blocks }: ReadTexts, language: Language): string {
  return [texts[`title_${language}`], texts[`excerpt_${language}`], ...blocks[language].map(blockText)].join('\n');
}
