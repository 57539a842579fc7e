import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { useAskBeforeLosing } from '../ui/stay';

/** The secret of what was made last: shown until another one comes, the page is left, or what it is of is among the `gone`. */
export function useShownOnce<T extends { id: number }>(gone: readonly number[], busy: boolean) {
  const { t } = useTranslation();
  const [made, setMade] = useState<T | null>(null);
  const [kept, setKept] = useState<T | null>(null);
  const shown = made !== null && !gone.includes(made.id) ? made : null;
  const unkept = shown !== null && kept !== shown;
  // What is on its way would come to nobody.
  useAskBeforeLosing(unkept || busy, t('people.leaveOnce'));
  return {
    shown,
    show: setMade,
    /** It was copied. */
    keep: () => setKept(made),
    /** Whether another one may take its place. */
    mayGo: () => !unkept || window.confirm(t('people.leaveOnce')),
  };
}
