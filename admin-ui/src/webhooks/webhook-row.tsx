import { useId, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { Webhook } from '../api/types';
import { removeWebhook, testWebhook } from '../api/webhooks';
import { formatBaku } from '../i18n/dates';
import { useSending } from '../people/use-sending';
import { DeliveryLog } from './delivery-log';
import { DeliveryState } from './delivery-state';

/** One webhook: what it was told last, and on demand what it was told before. */
export function WebhookRow({
  webhook,
  onChanged,
  onTaken,
}: {
  webhook: Webhook;
  onChanged: () => Promise<void>;
  onTaken: (id: number, sentence: string, row: Element | null) => Promise<void>;
}) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState('');
  const log = useId();
  const row = useRef<HTMLLIElement>(null);
  const gone = () => onTaken(webhook.id, t('people.gone'), row.current);
  const { busy, failure, run } = useSending({ onGone: gone });
  const { id, url, created_at: at, created_by: by, disabled_at: disabled, last } = webhook;
  const time = (moment: string) => formatBaku(moment, i18n.language);

  async function test() {
    setSaid('');
    if (!(await run(() => testWebhook(id)))) return;
    setSaid(t('webhooks.tested'));
    setOpen(true);
    await onChanged();
  }
  async function remove() {
    if (!window.confirm(t('webhooks.removeConfirm', { url }))) return;
    if (await run(() => removeWebhook(id))) await onTaken(id, t('webhooks.removed', { url }), row.current);
  }
  return (
    <li className="person webhook" data-webhook-id={id} ref={row}>
      <div className="person__who">
        <p className="person__name webhook__url">{url}</p>
        <p className="muted">{t('webhooks.added', { time: time(at), by })}</p>
        {disabled !== null && <p className="notice notice--problem">{t('webhooks.disabled', { time: time(disabled) })}</p>}
        {!open && (last ? <DeliveryState delivery={last} /> : <p className="muted">{t('webhooks.nothing')}</p>)}
        <p role="status" className="people__said muted">
          {said}
        </p>
        <p className="field__error" role="alert">
          {failure && t(`people.${failure}`)}
        </p>
      </div>
      <div className="person__tools">
        <button
          type="button"
          className="button button--small"
          aria-disabled={busy}
          aria-label={t('webhooks.testLabel', { url })}
          onClick={() => void test()}
        >
          {t('webhooks.test')}
        </button>
        <button
          type="button"
          className="button button--quiet button--small"
          aria-expanded={open}
          aria-controls={log}
          aria-label={t('webhooks.logLabel', { url })}
          onClick={() => setOpen(!open)}
        >
          {t('webhooks.log')}
        </button>
        <button
          type="button"
          className="button button--quiet button--small button--danger"
          aria-disabled={busy}
          aria-label={t('webhooks.removeLabel', { url })}
          onClick={() => void remove()}
        >
          {t('webhooks.remove')}
        </button>
      </div>
      <div className="webhook__log" id={log} hidden={!open}>
        {open && <DeliveryLog webhook={webhook} onChanged={onChanged} onGone={gone} />}
      </div>
    </li>
  );
}
