import { type FormEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { endSecondStep } from '../api/second-step';
import { StepButtons, StepFailure, useStepSending } from './step-form';

/** Turning it off takes what signing in takes. */
export function SecondStepEnd({ name, onDone, onCancel }: { name: string; onDone: () => void; onCancel: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const { busy, failure, run } = useStepSending();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [password, code] = ['password', 'code'].map((name) => String(data.get(name)));
    if (!password || !code) return;
    if (await run(() => endSecondStep(password, code).then(() => true))) onDone();
  }
  return (
    <form className="password-form" onSubmit={(event) => void submit(event)} aria-busy={busy}>
      <p className="muted">{t('secondStep.endHint')}</p>
      <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
      <label className="field" htmlFor={`${id}-password`}>
        <span className="field__label">{t('secondStep.password')}</span>
        <input ref={field} id={`${id}-password`} name="password" type="password" autoComplete="current-password" required aria-describedby={`${id}-problem`} />
      </label>
      <label className="field" htmlFor={`${id}-code`}>
        <span className="field__label">{t('secondStep.endCode')}</span>
        <input id={`${id}-code`} className="code-field" name="code" type="text" autoComplete="one-time-code" autoCapitalize="characters" spellCheck={false} maxLength={40} required aria-describedby={`${id}-problem`} />
      </label>
      <StepFailure id={`${id}-problem`} failure={failure} />
      <StepButtons busy={busy} label={t('secondStep.end')} onCancel={onCancel} />
    </form>
  );
}
