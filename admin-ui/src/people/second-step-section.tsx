import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { confirmSecondStep, endSecondStep, readSecondStep, renewRecoveryCodes } from '../api/second-step';
import type { SecondStep } from '../api/types';
import { formatBaku } from '../i18n/dates';
import { NotLoaded } from '../ui/not-loaded';
import { useAskBeforeLosing } from '../ui/stay';
import { SecondStepBegin } from './second-step-begin';
import { SecondStepProof } from './second-step-proof';
import { RecoveryCodes } from './recovery-codes';
import './second-step.css';

/** With so few recovery codes left it is time for others. */
const FEW = 3;

interface Props {
  /** The user's name, for password managers. */
  name: string;
  /** Turned on: other sign-ins have ended. */
  onChanged?: () => void;
}

/** The second step of one's own sign-in: on, off, and the codes that are shown once. */
export function SecondStepSection({ name, onChanged }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const standing = useQuery({ queryKey: ['second-step'], queryFn: readSecondStep, staleTime: 0 });
  const [doing, setDoing] = useState<'on' | 'off' | 'codes' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [coming, setComing] = useState(0);
  const [said, setSaid] = useState('');
  const title = useRef<HTMLHeadingElement>(null);
  const settled = useRef(false);
  // Codes on their way would come to nobody.
  useAskBeforeLosing(coming > 0, t('people.leaveOnce'));

  // The form with the focus is gone; codes take it themselves.
  useEffect(() => {
    if (settled.current && doing === null && codes === null) title.current?.focus({ preventScroll: true });
    settled.current = doing !== null;
  }, [doing, codes]);

  // Even for whoever has cancelled meanwhile: it is on then, or the earlier codes serve no more, and these are told only now.
  async function show(fresh: Promise<readonly string[]>, sentence: string) {
    setComing((before) => before + 1);
    try {
      setCodes(await fresh);
    } finally {
      setComing((before) => before - 1);
    }
    setDoing(null);
    setSaid(sentence);
  }
  async function confirm(code: string, secret: string) {
    await show(confirmSecondStep(code, secret), t('secondStep.turnedOn'));
    void standing.refetch().then(onChanged);
  }
  async function renew(password: string, code: string) {
    await show(renewRecoveryCodes(password, code), t('secondStep.renewed'));
    await standing.refetch();
  }
  /** It is on, or off: by this page or by another. */
  async function turned(sentence: string) {
    setDoing(null);
    setSaid(sentence);
    await Promise.all([standing.refetch(), queries.invalidateQueries({ queryKey: ['me'] })]);
  }
  /** It is on: by another page, or by an answer that did not come here. Codes that nobody has seen are of no use, so there are others first. */
  async function already() {
    setDoing('codes');
    setSaid(t('secondStep.already'));
    await standing.refetch();
  }
  async function noCodes() {
    setDoing(null);
    await queries.invalidateQueries({ queryKey: ['me'] });
  }
  const turnedOff = () => turned(t('secondStep.ended'));
  /** Also for whoever has cancelled meanwhile. */
  async function end(password: string, code: string) {
    await endSecondStep(password, code);
    await turnedOff();
  }
  /** Whoever had to turn it on may work now: not before the codes are kept. */
  async function kept() {
    setCodes(null);
    setSaid('');
    title.current?.focus({ preventScroll: true });
    await queries.invalidateQueries({ queryKey: ['me'] });
  }

  return (
    <section className="people__panel" aria-labelledby="second-step-title">
      <h2 className="panel__title" id="second-step-title" ref={title} tabIndex={-1}>
        {t('secondStep.title')}
      </h2>
      <p className="muted">{t('secondStep.hint')}</p>
      <p role="status" className="people__said">
        {said}
      </p>
      <NotLoaded of={standing} words={t('secondStep.failed')} title={title} />
      {codes && <RecoveryCodes codes={codes} onKept={() => void kept()} />}
      {standing.data && !codes && <Standing standing={standing.data} />}
      {standing.data && !codes && doing === null && (
        <div className="step__buttons">
          <button
            type="button"
            className={standing.data.on ? 'button' : 'button button--primary'}
            onClick={() => setDoing(standing.data.on ? 'off' : 'on')}
          >
            {t(standing.data.on ? 'secondStep.end' : 'secondStep.begin')}
          </button>
          {standing.data.on && (
            <button type="button" className="button" onClick={() => setDoing('codes')}>
              {t('secondStep.renew')}
            </button>
          )}
        </div>
      )}
      {doing === 'on' && <SecondStepBegin name={name} confirm={confirm} onAlready={() => void already()} onCancel={() => setDoing(null)} />}
      {doing === 'off' && (
        <SecondStepProof
          name={name}
          hint={t('secondStep.endHint')}
          label={t('secondStep.end')}
          send={end}
          onGone={() => void turnedOff()}
          onCancel={() => setDoing(null)}
        />
      )}
      {doing === 'codes' && (
        <SecondStepProof
          name={name}
          hint={t('secondStep.renewHint')}
          label={t('secondStep.renew')}
          send={renew}
          onGone={() => void turnedOff()}
          onCancel={() => void noCodes()}
        />
      )}
    </section>
  );
}

function Standing({ standing }: { standing: SecondStep }) {
  const { t, i18n } = useTranslation();
  const { on_since: since, recovery_codes_left: left } = standing;
  if (since === null) return <p>{t('secondStep.off')}</p>;
  return (
    <>
      <p>
        {t('secondStep.on', { time: formatBaku(since, i18n.language) })} {t('secondStep.left', { count: left })}
      </p>
      {left <= FEW && <p className="notice">{t('secondStep.few')}</p>}
    </>
  );
}
