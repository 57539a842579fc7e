import { useEffect, useId, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { useAskBeforeBack } from '../ui/stay';
import { setUnsaved } from '../ui/unsaved';

/** While something `unkept` is shown that nobody is shown again, whoever leaves the screen is asked. */
export function useAskBeforeLosing(unkept: boolean): void {
  const { t } = useTranslation();
  const holder = useId();
  const question = t('people.leaveOnce');
  useEffect(() => {
    setUnsaved(unkept, holder, question);
    return () => setUnsaved(false, holder);
  }, [unkept, holder, question]);
  useAskBeforeBack(unkept);
}

/** The secret of what was made last: shown until another one comes, the page is left, or what it is of is among the `gone`. */
export function useShownOnce<T extends { id: number }>(gone: readonly number[], busy: boolean) {
  const { t } = useTranslation();
  const [made, setMade] = useState<T | null>(null);
  const [kept, setKept] = useState<T | null>(null);
  const shown = made !== null && !gone.includes(made.id) ? made : null;
  const unkept = shown !== null && kept !== shown;
  // What is on its way would come to nobody.
  useAskBeforeLosing(unkept || busy);
  return {
    shown,
    show: setMade,
    /** It was copied. */
    keep: () => setKept(made),
    /** Whether another one may take its place. */
    mayGo: () => !unkept || window.confirm(t('people.leaveOnce')),
  };
}
