import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation';
import './people.css';

const SecondStepSection = lazy(async () => ({ default: (await import('./second-step-section')).SecondStepSection }));

/** All that there is for whoever must turn the second step on first. */
export function SecondStepNeeded({ name }: { name: string }) {
  const { t } = useTranslation();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="people">
      <div className="notice">
        <h2 className="notice__title" ref={title} tabIndex={-1}>
          {t('secondStep.neededTitle')}
        </h2>
        <p>{t('secondStep.needed')}</p>
      </div>
      <Suspense>
        <SecondStepSection name={name} />
      </Suspense>
    </div>
  );
}
