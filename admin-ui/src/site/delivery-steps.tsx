import { useTranslation } from '../i18n/use-translation';
import { formatTime } from '../i18n/dates';
import type { Delivery, Seen } from './delivery';
import { Step } from './step';

/** Uploaded -> live in its languages, with times. */
export function DeliverySteps({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation();
  switch (delivery.name) {
    case 'none':
      return null;
    case 'uploading':
      return <Step text={t('generation.uploading')} />;
    case 'failed':
      return <li className="generation__step generation__step--failed">{t('generation.uploadFailed')}</li>;
    case 'uploaded':
      return (
        <>
          <Step done text={t('generation.uploaded', { time: formatTime(delivery.at) })} />
          <SeenStep seen={delivery.seen} />
        </>
      );
  }
}

function SeenStep({ seen }: { seen: Seen }) {
  const { t } = useTranslation();
  switch (seen.name) {
    case 'unasked':
      return null;
    case 'looking':
      return <Step text={t('generation.looking')} />;
    case 'live':
      return <Step done text={t('generation.visible', { languages: seen.languages.join(', '), time: formatTime(seen.at) })} />;
    case 'old':
      return <li className="generation__step generation__step--failed">{t('generation.old', { count: seen.pages.length })}</li>;
  }
}

/** Which page is still old, and why; or why nothing was uploaded. */
export function DeliveryReasons({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation();
  const old = delivery.name === 'uploaded' && delivery.seen.name === 'old' ? delivery.seen : null;
  if (delivery.name !== 'failed' && !old) return null;
  return (
    <details className="generation__reason" open={delivery.name === 'failed'}>
      <summary>{t('generation.reason')}</summary>
      {delivery.name === 'failed' && (
        <p>{delivery.of ? t('generation.ofTarget', { ...delivery.of, reason: delivery.reason }) : delivery.reason}</p>
      )}
      {old?.pages.map(({ path, why }) => (
        <p key={path}>
          <code>{path}</code> – {t(`generation.why_${why}`)}
        </p>
      ))}
      {old && old.languages.length > 0 && <p className="muted">{t('generation.others', { languages: old.languages.join(', ') })}</p>}
    </details>
  );
}
