import { useEffect, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { cancelSchedule } from '../api/life';
import { useWorkspaceState } from '../saving/workspace-context';
import { Modal } from '../ui/modal';
import { type Planned, plansOf } from './plans';
import { usePlanWords } from './state-badge';
import { useAction } from './use-action';

/** What is ahead of the post, each plan with a button of its own to cancel it. */
export function PlansDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const words = usePlanWords();
  const plans = plansOf(useWorkspaceState(({ form }) => form.base?.life?.languages));
  const { busy, problem, run } = useAction();
  const list = useRef<HTMLUListElement>(null);
  const close = useRef(onClose);
  useEffect(() => void (close.current = onClose));
  // With the last plan there is nothing left to ask about.
  const none = plans.length === 0;
  useEffect(() => {
    if (none) close.current();
  }, [none]);

  /** The button goes with its plan: the focus stays in the list. */
  async function cancel(plan: Planned | null) {
    if (
      (await run((id) => cancelSchedule(id, plan && { language: plan.language, action: plan.action }), {
        keepFirst: false,
        comes: { kind: 'unplanned', all: plan === null },
      })) === null
    )
      list.current?.focus();
  }

  return (
    <Modal title={t('publishing.plansTitle')} closeLabel={t('life.close')} onClose={onClose} size="small">
      <ul className="plans" ref={list} tabIndex={-1} aria-label={t('publishing.plansTitle')}>
        {plans.map((plan) => (
          <li key={`${plan.language} ${plan.action}`} className="plans__item">
            <span>
              <strong className="plans__language">{t(`languages.${plan.language}`)}</strong>
              <span className="muted">{words(plan)}</span>
            </span>
            <button
              type="button"
              className="button button--small"
              aria-disabled={busy}
              aria-label={t('publishing.planCancelLabel', { language: t(`languages.${plan.language}`), plan: words(plan) })}
              onClick={() => void cancel(plan)}
            >
              {t('publishing.planCancel')}
            </button>
          </li>
        ))}
      </ul>
      <p className="field__error" role="alert">
        {problem}
      </p>
      <div className="modal__actions">
        {plans.length > 1 && (
          <button type="button" className="button button--quiet button--danger" aria-disabled={busy} onClick={() => void cancel(null)}>
            {t('publishing.plansCancelAll')}
          </button>
        )}
        <button type="button" className="button button--quiet" onClick={onClose}>
          {t('life.close')}
        </button>
      </div>
    </Modal>
  );
}
