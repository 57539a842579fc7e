import { type FormEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { FieldProblem } from './field-problem';
import { useFields } from './use-fields';
import { StepButtons, StepFailure, useStepSending } from './step-form';

interface Props {
  /** The user's name, for password managers. */
  name: string;
  /** What it is for. */
  hint: string;
  /** The button. */
  label: string;
  /** Does it, and shows how it stands then: also to whoever has cancelled meanwhile. */
  send: (password: string, code: string) => Promise<void>;
  /** It is off already. */
  onGone: () => void;
  onCancel: () => void;
}

/** What changes a second step takes what signing in takes: password and code. */
export function SecondStepProof({ name, hint, label, send, onGone, onCancel }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const fields = useFields(`${id}-problem`);
  const { busy, failure, run, forget } = useStepSending({ instead: { over: onGone } });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const sent = fields.send(event.currentTarget);
    forget();
    const [password, code] = [sent.value('password'), sent.value('code').trim()];
    if (!password) return void sent.tell(['password', 'people.passwordless']);
    if (!code) return void sent.tell(['code', 'signInCode.codeRequired']);
    await run(() => send(password, code), {
      wrongPassword: () => sent.tell(['password', 'secondStep.wrongPassword']),
      wrongCode: () => sent.tell(['code', 'secondStep.wrongCode']),
    });
  }
  return (
    <form className="password-form" noValidate onSubmit={(event) => void submit(event)} aria-busy={busy}>
      <p className="muted">{hint}</p>
      <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
      <label className="field" htmlFor={`${id}-password`}>
        <span className="field__label">{t('secondStep.password')}</span>
        <input {...fields.of('password')} ref={field} id={`${id}-password`} type="password" autoComplete="current-password" />
      </label>
      <FieldProblem fields={fields} name="password" />
      <label className="field" htmlFor={`${id}-code`}>
        <span className="field__label">{t('secondStep.endCode')}</span>
        <input
          {...fields.of('code')}
          id={`${id}-code`}
          className="code-field"
          type="text"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
      </label>
      <FieldProblem fields={fields} name="code" />
      <StepFailure fields={fields} failure={failure} />
      <StepButtons busy={busy} label={label} onCancel={onCancel} />
    </form>
  );
}
