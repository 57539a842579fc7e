import { mergeHtml, type Merged, mergeText } from '../rich-text/merge';
import { imagesDiffer, sameValue } from './compare';
import { FIELD_NAMES, type FieldName, type PostFields } from './fields';
import { type Base, type Content, contentOf } from './state';

/** Both versions of a form after all that does not overlap was merged; `overlaps` names what still differs. */
export interface MergedFields {
  mine: PostFields;
  theirs: PostFields;
  overlaps: FieldName[];
}

/** Merges what two people made of the version that my editing began with: texts by paragraphs, everything else as a whole. */
export function mergeFields(base: PostFields, mine: PostFields, theirs: PostFields): MergedFields {
  const merged = FIELD_NAMES.map((name) => [name, mergeField(name, base[name], mine[name], theirs[name])] as const);
  const side = (which: 'mine' | 'theirs') => Object.fromEntries(merged.map(([name, both]) => [name, both[which]])) as unknown as PostFields;
  return {
    mine: side('mine'),
    theirs: side('theirs'),
    overlaps: merged.filter(([name, both]) => !sameValue(name, both.mine, both.theirs)).map(([name]) => name),
  };
}

type Value = string | boolean;

function mergeField(name: FieldName, base: Value, mine: Value, theirs: Value): { mine: Value; theirs: Value } {
  if (sameValue(name, mine, theirs) || sameValue(name, theirs, base)) return { mine, theirs: mine };
  if (sameValue(name, mine, base)) return { mine: theirs, theirs };
  return mergerOf(name)?.(String(base), String(mine), String(theirs)) ?? { mine, theirs };
}

function mergerOf(name: FieldName): ((base: string, mine: string, theirs: string) => Merged) | null {
  if (name.startsWith('content_')) return mergeHtml;
  return name.startsWith('excerpt_') ? mergeText : null;
}

/** What becomes of my content on top of theirs; `null` when somebody has to choose. */
export function mergeContents(base: Base, mine: Content, theirs: Base): Content | null {
  const { mine: fields, overlaps } = mergeFields(base.fields, mine.fields, theirs.fields);
  if (overlaps.length > 0 || imagesDiffer(base.image, mine, theirs.image)) return null;
  return { ...contentOf(mine), fields };
}
