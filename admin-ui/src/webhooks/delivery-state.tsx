import { useTranslation } from '../i18n/use-translation';
import type { Delivery } from '../api/types';
import { formatBaku } from '../i18n/dates';

/** What became of a delivery, and why not. */
export function DeliveryState({ delivery }: { delivery: Delivery }) {
  const { t, i18n } = useTranslation();
  const { kind, at, state, attempts, status, reason, detail, next_at: next, tried_at: tried } = delivery;
  const time = (moment: string) => formatBaku(moment, i18n.language);
  const why = reason && t(`webhooks.reason_${reason}`, { status });
  return (
    <div className="delivery">
      <p>
        <span className={`delivery__state delivery__state--${state}`}>{t(`webhooks.state_${state}`)}</span>{' '}
        {t(kind === 'webhook.test' ? 'webhooks.kind_test' : 'webhooks.kind_published')} · {time(at)}
      </p>
      {state === 'delivered' && tried && <p className="muted">{t('webhooks.answered', { status, time: time(tried) })}</p>}
      {state !== 'delivered' && why && (
        <p className="muted" title={detail ?? undefined}>
          {why} · {t('webhooks.attempts', { count: attempts })}
          {state === 'pending' && next && ` · ${t('webhooks.next', { time: time(next) })}`}
        </p>
      )}
    </div>
  );
}
