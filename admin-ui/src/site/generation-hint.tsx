import { useSyncExternalStore } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { Icon } from '../ui/icon';
import { generations } from './generations';
import { stageOf } from './stage';

const TEXTS = {
  generating: 'generation.generating',
  live: 'generation.live',
  failed: 'generation.failedShort',
  held: 'generation.heldShort',
} as const;

/**
 * The last step of the generation line where the editor looks when saving; the line itself speaks to screen readers.
 * Beside `unsaved` words nothing is said to be live.
 */
export function GenerationHint({ unsaved }: { unsaved: boolean }) {
  const { t } = useTranslation();
  const { status, target, reachable } = useSyncExternalStore(generations.subscribe, generations.get);
  const stage = stageOf(status, target).name;
  // What keeps other pages from being made anew is not about what was saved.
  const name = stage === 'stuck' ? 'live' : stage;
  if (target === null || !reachable || name === 'unknown' || name === 'idle' || (name === 'live' && unsaved)) return null;
  return (
    <p className={`generation-hint generation-hint--${name}`} aria-hidden="true">
      {name === 'generating' ? <span className="spinner" /> : <Icon name={name === 'live' ? 'check' : 'alert'} />}
      {t(TEXTS[name])}
    </p>
  );
}
