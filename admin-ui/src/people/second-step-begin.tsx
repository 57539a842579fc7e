import { QRCodeSVG } from 'qrcode.react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { beginSecondStep } from '../api/second-step';
import type { SharedSecret } from '../api/types';
import { FieldProblem } from './field-problem';
import { useFields } from './use-fields';
import { StepButtons, StepFailure, useStepSending } from './step-form';

interface Props {
  name: string;
  /** With the recovery codes, however long they take. */
  confirm: (code: string, secret: string) => Promise<void>;
  /** It is on, and not by this. */
  onAlready: () => void;
  onCancel: () => void;
}

/** The password, then the device, then a first code of it. */
export function SecondStepBegin({ name, ...rest }: Props) {
  const [secret, setSecret] = useState<SharedSecret | null>(null);
  // One that is not confirmed within the hour is none any more; the next takes the password again.
  const [over, setOver] = useState(false);
  function begun(shared: SharedSecret) {
    setOver(false);
    setSecret(shared);
  }
  function runOut() {
    setOver(true);
    setSecret(null);
  }
  if (secret === null) return <PasswordStep name={name} over={over} onSecret={begun} {...rest} />;
  return <DeviceStep secret={secret} onOver={runOut} {...rest} />;
}

function PasswordStep({
  name,
  over,
  onSecret,
  onAlready,
  onCancel,
}: { over: boolean; onSecret: (secret: SharedSecret) => void } & Omit<Props, 'confirm'>) {
  const { t } = useTranslation();
  const id = useId();
  const fields = useFields(`${id}-problem`);
  const { busy, failure, run, forget } = useStepSending({ before: over ? 'over' : null, instead: { already: onAlready } });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const sent = fields.send(event.currentTarget);
    forget();
    const password = sent.value('password');
    if (password === '') return void sent.tell(['password', 'people.passwordless']);
    const secret = await run(() => beginSecondStep(password), { wrongPassword: () => sent.tell(['password', 'secondStep.wrongPassword']) });
    if (secret) onSecret(secret);
  }
  return (
    <form className="password-form" noValidate onSubmit={(event) => void submit(event)} aria-busy={busy}>
      <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
      <label className="field" htmlFor={`${id}-password`}>
        <span className="field__label">{t('secondStep.password')}</span>
        <input {...fields.of('password')} ref={field} id={`${id}-password`} type="password" autoComplete="current-password" />
      </label>
      <FieldProblem fields={fields} name="password" />
      <StepFailure fields={fields} failure={failure} />
      <StepButtons busy={busy} label={t('secondStep.next')} onCancel={onCancel} />
    </form>
  );
}

function DeviceStep({ secret, onOver, confirm, onAlready, onCancel }: { secret: SharedSecret; onOver: () => void } & Omit<Props, 'name'>) {
  const { t } = useTranslation();
  const id = useId();
  const fields = useFields(`${id}-problem`);
  const { busy, failure, run, forget } = useStepSending({ instead: { over: onOver, already: onAlready } });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const sent = fields.send(event.currentTarget);
    forget();
    const code = sent.value('code').trim();
    if (code === '') return void sent.tell(['code', 'signInCode.codeRequired']);
    await run(() => confirm(code, secret.secret), { wrongCode: () => sent.tell(['code', 'secondStep.wrongCode']) });
  }
  return (
    <form className="step" noValidate onSubmit={(event) => void submit(event)} aria-busy={busy}>
      <p>{t('secondStep.scan')}</p>
      <div className="step__device">
        {/* Dark on light in every appearance: not every camera reads the other way round. */}
        <QRCodeSVG
          className="step__qr"
          value={secret.url}
          size={192}
          marginSize={4}
          level="M"
          bgColor="#ffffff"
          fgColor="#12242f"
          title={t('secondStep.qr')}
          role="img"
        />
        <div className="step__typed">
          <p className="muted" id={`${id}-key`}>
            {t('secondStep.orType')}
          </p>
          <p>
            <code className="step__key" aria-label={t('secondStep.key')}>
              {inGroups(secret.secret)}
            </code>
          </p>
          <p>
            <a href={secret.url}>{t('secondStep.open')}</a>
          </p>
        </div>
      </div>
      <label className="field step__code" htmlFor={`${id}-code`}>
        <span className="field__label">{t('secondStep.first')}</span>
        <input
          {...fields.of('code')}
          ref={field}
          id={`${id}-code`}
          className="code-field"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={10}
        />
      </label>
      <FieldProblem fields={fields} name="code" />
      <StepFailure fields={fields} failure={failure} />
      <StepButtons busy={busy} label={t('secondStep.confirm')} onCancel={onCancel} />
    </form>
  );
}

/** Four letters at a time, for the eye. */
function inGroups(letters: string): string {
  return letters.replace(/(.{4})(?=.)/g, '$1 ');
}
