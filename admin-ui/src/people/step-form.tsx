import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { statusOf, wrongFields } from '../api/errors';
import { FieldProblem } from './field-problem';
import type { Fields } from './use-fields';

/** Keys of the sentences that say why nothing came of a form of the second step. */
export type StepProblem = 'wrongPassword' | 'wrongCode' | 'over' | 'already' | 'throttled' | 'failed';

/** What a refusal means. */
export function stepProblem(error: unknown): StepProblem {
  const wrong = wrongFields(error);
  if ('password' in wrong) return 'wrongPassword';
  if ('code' in wrong) return 'wrongCode';
  const known: Record<number, StepProblem> = { 404: 'over', 409: 'already', 429: 'throttled' };
  return known[statusOf(error)] ?? 'failed';
}

/** One request at a time; nothing is made of an answer to a form that was left. `before`: why it is there again; `instead`: refusals that end the form. */
export function useStepSending({
  before = null,
  instead = {},
}: { before?: StepProblem | null; instead?: Partial<Record<StepProblem, () => void>> } = {}) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(before);
  const running = useRef(false);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  /** What was answered; `null` when it failed, or nobody is here any more. `told`: refusals that are said at a field. */
  async function run<T>(work: () => Promise<T>, told: Partial<Record<StepProblem, () => unknown>> = {}): Promise<T | null> {
    if (running.current) return null;
    running.current = true;
    setBusy(true);
    setFailure(null);
    try {
      const value = await work();
      return left.current ? null : value;
    } catch (error) {
      const problem = stepProblem(error);
      const ends = told[problem] ?? instead[problem];
      if (!ends) setFailure(problem);
      else if (!left.current) ends();
      return null;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return { busy, failure, run, forget: () => setFailure(null) };
}

/** The sentence, said aloud when it appears. */
export function StepFailure({ fields, failure }: { fields: Fields; failure: StepProblem | null }) {
  const { t } = useTranslation();
  const shared = failure === 'throttled' || failure === 'failed';
  return <FieldProblem fields={fields}>{failure && (shared ? t(`people.${failure}`) : t(`secondStep.${failure}`))}</FieldProblem>;
}

/** What every form of the second step ends with. */
export function StepButtons({ busy, label, onCancel }: { busy: boolean; label: string; onCancel: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="step__buttons">
      <button type="submit" className="button button--primary" aria-disabled={busy}>
        {busy && <span className="spinner" aria-hidden="true" />}
        {label}
      </button>
      <button type="button" className="button button--quiet" onClick={onCancel}>
        {t('secondStep.cancel')}
      </button>
    </div>
  );
}
