import { type FormEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation';
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
  const { busy, failure, run } = useStepSending({ instead: { over: onGone } });
  const field = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  // To where it is wrong: what is typed next would go into the other field.
  useEffect(() => {
    const wrong = failure === 'wrongPassword' ? field : failure === 'wrongCode' ? code : null;
    wrong?.current?.focus();
    wrong?.current?.select();
  }, [failure]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [password, typed] = ['password', 'code'].map((name) => String(data.get(name)));
    if (!password || !typed) return;
    await run(() => send(password, typed));
  }
  return (
    <form className="password-form" onSubmit={(event) => void submit(event)} aria-busy={busy}>
      <p className="muted">{hint}</p>
      <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
      <label className="field" htmlFor={`${id}-password`}>
        <span className="field__label">{t('secondStep.password')}</span>
        <input ref={field} id={`${id}-password`} name="password" type="password" autoComplete="current-password" required aria-describedby={`${id}-problem`} />
      </label>
      <label className="field" htmlFor={`${id}-code`}>
        <span className="field__label">{t('secondStep.endCode')}</span>
        <input ref={code} id={`${id}-code`} className="code-field" name="code" type="text" autoComplete="one-time-code" autoCapitalize="characters" spellCheck={false} maxLength={40} required aria-describedby={`${id}-problem`} />
      </label>
      <StepFailure id={`${id}-problem`} failure={failure} />
      <StepButtons busy={busy} label={label} onCancel={onCancel} />
    </form>
  );
}
