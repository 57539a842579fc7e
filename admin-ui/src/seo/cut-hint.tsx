import { useTranslation } from '../i18n/use-translation';
import type { Language } from '../api/types';
import { useField } from '../saving/workspace-context';
import { CUTS, lettersOf, type Place, placesThatCut } from './cuts';

/** Below a title or an excerpt: which places of the site cut it. Not read out with every key, but with the field. */
export function CutHint({ kind, language }: { kind: keyof typeof CUTS; language: Language }) {
  const { t } = useTranslation();
  const letters = lettersOf(useField(`${kind}_${language}`));
  const cuts = placesThatCut(kind, letters);
  const named = (places: readonly Place[]) => places.map((place) => t(`seo.${place}`, { most: CUTS[kind][place] })).join(', ');
  return (
    <span className="field__hint muted" id={cutHintId(kind, language)}>
      {letters === 0 && t('seo.cuts', { places: named(['card', 'wide', 'home']) })}
      {letters > 0 && (cuts.length > 0 ? t('seo.cutAt', { letters, places: named(cuts) }) : t('seo.whole', { letters }))}
    </span>
  );
}

export function cutHintId(kind: keyof typeof CUTS, language: Language): string {
  return `${kind}_${language}-cuts`;
}
