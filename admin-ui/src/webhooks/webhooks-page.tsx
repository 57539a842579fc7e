import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { statusOf } from '../api/errors';
import { listWebhooks } from '../api/webhooks';
import { useMe } from '../auth/use-me';
import { useTaken } from '../people/use-taken';
import { NotLoaded } from '../ui/not-loaded';
import { isUnderWay, LOOK_AGAIN } from './under-way';
import { WebhookForm } from './webhook-form';
import { WebhookRow } from './webhook-row';
import '../people/people.css';
import './webhooks.css';

const KEY = ['webhooks'];

/** Who is told of publications: for owners. */
export function WebhooksPage() {
  const { t } = useTranslation();
  const me = useMe();
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: KEY,
    queryFn: listWebhooks,
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.some(({ last }) => isUnderWay(last)) && LOOK_AGAIN,
  });
  const [said, setSaid] = useState('');
  // With the logs, whose keys begin with this one.
  const refresh = () => queries.invalidateQueries({ queryKey: KEY });
  const { gone, title, taken } = useTaken((sentence) => {
    setSaid(sentence);
    return refresh();
  });

  if ((me && me.role !== 'owner') || statusOf(list.error) === 403)
    return <p className="notice notice--problem">{t('people.notAllowed')}</p>;
  return (
    <div className="people">
      <section className="people__panel" aria-labelledby="webhook-title">
        <h2 className="panel__title" id="webhook-title">
          {t('webhooks.newTitle')}
        </h2>
        <p className="muted">{t('webhooks.hint')}</p>
        <WebhookForm gone={gone} onEnd={() => void refresh()} />
      </section>
      <section className="people__panel" aria-labelledby="webhooks-title">
        <h2 className="panel__title" id="webhooks-title" ref={title} tabIndex={-1}>
          {t('screens.webhooks')}
        </h2>
        <p role="status" className="people__said">
          {said}
        </p>
        <NotLoaded of={list} words={t('webhooks.failed')} title={title} />
        {list.data?.length === 0 && <p className="muted">{t('webhooks.none')}</p>}
        <ul className="people__list">
          {list.data?.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onChanged={refresh} onTaken={taken} />
          ))}
        </ul>
      </section>
    </div>
  );
}
