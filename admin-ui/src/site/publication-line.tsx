import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon';
import { publication } from './publication';
import { stageOf } from './stage';
import './publication.css';

/** Saved -> generated -> live, for the last save; the reason in words when generation failed. */
export function PublicationLine() {
  const { t } = useTranslation();
  const { status, target, reachable } = useSyncExternalStore(publication.subscribe, publication.get);
  const stage = stageOf(status, target);
  const saved = target !== null;

  return (
    <section className={`publication publication--${stage.name}`} aria-label={t('publication.label')}>
      <div role="status" data-stage={stage.name}>
        <ol className="publication__steps">
          {!reachable && <li className="publication__step">{t('publication.unreachable')}</li>}
          {reachable && stage.name === 'idle' && <Step done text={t('publication.idle')} />}
          {saved && stage.name !== 'unknown' && <Step done text={t('publication.saved')} />}
          {stage.name === 'generating' && <Step text={t('publication.generating')} />}
          {stage.name === 'live' && <Step done text={t('publication.generated', { count: stage.pages, ms: Math.round(stage.ms) })} />}
          {stage.name === 'live' && <Step done text={t('publication.live')} />}
          {stage.name === 'failed' && <li className="publication__step publication__step--failed">{t('publication.failed')}</li>}
        </ol>
      </div>
      {stage.name === 'failed' && (
        <details className="publication__reason" open>
          <summary>{t('publication.reason')}</summary>
          {stage.reasons.length === 0 && <p>{t('publication.reasonUnknown')}</p>}
          {stage.reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
          <p className="muted">{t('publication.retrying')}</p>
        </details>
      )}
    </section>
  );
}

function Step({ text, done = false }: { text: string; done?: boolean }) {
  return (
    <li className="publication__step">
      {done ? <Icon name="check" /> : <span className="spinner" aria-hidden="true" />}
      {text}
    </li>
  );
}
