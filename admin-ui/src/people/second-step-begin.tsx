import { QRCodeSVG } from 'qrcode.react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { beginSecondStep, confirmSecondStep } from '../api/second-step';
import type { SharedSecret } from '../api/types';
import { useAskBeforeLosing } from './use-shown-once';
import { StepButtons, StepFailure, stepProblem, useStepSending } from './step-form';

interface Props {
  name: string;
  /** It is on; these are the recovery codes. */
  onDone: (codes: readonly string[]) => void;
  onCancel: () => void;
}

/** The password, then the device, then a first code of it. */
export function SecondStepBegin({ name, onDone, onCancel }: Props) {
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
  if (secret === null) return <PasswordStep name={name} over={over} onSecret={begun} onCancel={onCancel} />;
  return <DeviceStep secret={secret} onOver={runOut} onDone={onDone} onCancel={onCancel} />;
}

function PasswordStep({ name, over, onSecret, onCancel }: { name: string; over: boolean; onSecret: (secret: SharedSecret) => void; onCancel: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const { busy, failure, run } = useStepSending(over ? 'over' : null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    if (password === '') return;
    const secret = await run(() => beginSecondStep(password));
    if (secret) onSecret(secret);
    else field.current?.select();
  }
  return (
    <form className="password-form" onSubmit={(event) => void submit(event)} aria-busy={busy}>
      <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
      <label className="field" htmlFor={`${id}-password`}>
        <span className="field__label">{t('secondStep.password')}</span>
        <input ref={field} id={`${id}-password`} name="password" type="password" autoComplete="current-password" required aria-describedby={`${id}-problem`} />
      </label>
      <StepFailure id={`${id}-problem`} failure={failure} />
      <StepButtons busy={busy} label={t('secondStep.next')} onCancel={onCancel} />
    </form>
  );
}

function DeviceStep({ secret, onOver, onDone, onCancel }: { secret: SharedSecret; onOver: () => void } & Omit<Props, 'name'>) {
  const { t } = useTranslation();
  const id = useId();
  const { busy, failure, run } = useStepSending();
  // The codes on their way would come to nobody.
  useAskBeforeLosing(busy);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code')).trim();
    if (code === '') return;
    const done = await run(async () => {
      try {
        // Even for whoever has cancelled meanwhile: it is on then, and the codes are told only now.
        onDone(await confirmSecondStep(code));
      } catch (error) {
        if (stepProblem(error) !== 'over') throw error;
        return 'over';
      }
      return 'on';
    });
    if (done === 'over') onOver();
    else if (done === null) field.current?.select();
  }
  return (
    <form className="step" onSubmit={(event) => void submit(event)} aria-busy={busy}>
      <p>{t('secondStep.scan')}</p>
      <div className="step__device">
        {/* Dark on light in every appearance: not every camera reads the other way round. */}
        <QRCodeSVG className="step__qr" value={secret.url} size={192} marginSize={4} level="M" bgColor="#ffffff" fgColor="#12242f" title={t('secondStep.qr')} role="img" />
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
        <input ref={field} id={`${id}-code`} className="code-field" name="code" type="text" inputMode="numeric" autoComplete="one-time-code" spellCheck={false} maxLength={10} required aria-describedby={`${id}-problem`} />
      </label>
      <StepFailure id={`${id}-problem`} failure={failure} />
      <StepButtons busy={busy} label={t('secondStep.confirm')} onCancel={onCancel} />
    </form>
  );
}

/** Four letters at a time, for the eye. */
function inGroups(letters: string): string {
  return letters.replace(/(.{4})(?=.)/g, '$1 ');
}
