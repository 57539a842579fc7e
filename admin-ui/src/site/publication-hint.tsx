import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon';
import { publication } from './publication';
import { stageOf } from './stage';

const TEXTS = { generating: 'publication.generating', live: 'publication.live', failed: 'publication.failedShort' } as const;

/** The last step of the publication line where the editor looks when saving; the line itself speaks to screen readers. */
export function PublicationHint() {
  const { t } = useTranslation();
  const { status, target, reachable } = useSyncExternalStore(publication.subscribe, publication.get);
  const { name } = stageOf(status, target);
  if (target === null || !reachable || name === 'unknown' || name === 'idle') return null;
  return (
    <p className={`publication-hint publication-hint--${name}`} aria-hidden="true">
      {name === 'generating' ? <span className="spinner" /> : <Icon name={name === 'live' ? 'check' : 'alert'} />}
      {t(TEXTS[name])}
    </p>
  );
}
