import { useSyncExternalStore } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { deliveryOf } from './delivery';
import { DeliveryReasons, DeliverySteps } from './delivery-steps';
import { generations } from './generations';
import { stageOf } from './stage';
import { Step } from './step';
import './generation.css';

/** Saved -> generated -> uploaded -> live, for the last save; the reason in words when one of these failed. */
export function GenerationLine() {
  const { t } = useTranslation();
  const { status, target, reachable } = useSyncExternalStore(generations.subscribe, generations.get);
  const stage = stageOf(status, target);
  const saved = target !== null;
  // Before anything was saved here, only what is not as it should be is told.
  const delivery = deliveryOf(status);
  const stuck = stage.name === 'stuck';
  const live = stage.name === 'live' || (stuck && saved);
  const generated = live || stuck || stage.name === 'idle';

  return (
    <section className={`generation generation--${stage.name}`} aria-label={t('generation.label')}>
      <div role="status" data-stage={stage.name}>
        <ol className="generation__steps">
          {!reachable && <li className="generation__step">{t('generation.unreachable')}</li>}
          {reachable && stage.name === 'idle' && <Step done text={t('generation.idle')} />}
          {saved && stage.name !== 'unknown' && <Step done text={t('generation.saved')} />}
          {stage.name === 'generating' && <Step text={t('generation.generating')} />}
          {stage.name === 'held' && <li className="generation__step generation__step--failed">{t('generation.held')}</li>}
          {stage.name === 'live' && <Step done text={t('generation.generated', { count: stage.pages, ms: Math.round(stage.ms) })} />}
          {live && delivery.name === 'none' && <Step done text={t('generation.live')} />}
          {(live || (generated && delivery.name === 'failed')) && <DeliverySteps delivery={delivery} />}
          {(stage.name === 'failed' || stuck) && (
            <li className="generation__step generation__step--failed">{t(`generation.${stage.name}`)}</li>
          )}
        </ol>
      </div>
      {(stage.name === 'failed' || stuck) && (
        <details className="generation__reason" open>
          <summary>{t('generation.reason')}</summary>
          {stage.reasons.length === 0 && <p>{t('generation.reasonUnknown')}</p>}
          {stage.reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
          <p className="muted">{t('generation.retrying')}</p>
        </details>
      )}
      {generated && <DeliveryReasons delivery={delivery} />}
    </section>
  );
}
