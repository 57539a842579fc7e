import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { Delivery, Webhook } from '../api/types';
import { listDeliveries, sendAgain } from '../api/webhooks';
import { formatBaku } from '../i18n/dates';
import { useSending } from '../people/use-sending';
import { NotLoaded } from '../ui/not-loaded';
import { DeliveryState } from './delivery-state';
import { isUnderWay, LOOK_AGAIN } from './under-way';

/** What a webhook was told, newest first; anything can be sent again. */
export function DeliveryLog({
  webhook: { id, url },
  onChanged,
  onGone,
}: {
  webhook: Webhook;
  onChanged: () => Promise<void>;
  onGone: () => Promise<void>;
}) {
  const { t, i18n } = useTranslation();
  const { busy, failure, run } = useSending({ onGone });
  const [said, setSaid] = useState('');
  const lines = useRef<HTMLOListElement>(null);
  const list = useQuery({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: () => listDeliveries(id),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.some((delivery) => isUnderWay(delivery)) && LOOK_AGAIN,
  });

  async function again({ number }: Delivery) {
    setSaid('');
    if (!(await run(() => sendAgain(id, number)))) return;
    setSaid(t('webhooks.sentAgain'));
    await onChanged();
  }
  return (
    <>
      <p role="status" className="people__said muted">
        {said}
      </p>
      <p className="field__error" role="alert">
        {failure && t(`people.${failure}`)}
      </p>
      <NotLoaded of={list} words={t('webhooks.logFailed')} title={lines} />
      {list.data?.length === 0 && <p className="muted">{t('webhooks.nothing')}</p>}
      <ol className="people__list" ref={lines} tabIndex={-1} aria-label={t('webhooks.logLabel', { url })}>
        {list.data?.map((delivery) => (
          <li className="delivery__line" key={delivery.number} data-delivery={delivery.number}>
            <DeliveryState delivery={delivery} />
            <button
              type="button"
              className="button button--quiet button--small"
              aria-disabled={busy}
              aria-label={t('webhooks.againLabel', { time: formatBaku(delivery.at, i18n.language) })}
              onClick={() => void again(delivery)}
            >
              {t('webhooks.again')}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
