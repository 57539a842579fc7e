import { useEffect, useEffectEvent, useId } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { mayLeave, setUnsaved } from './unsaved';

/**
 * Within this program a browser goes back without asking. While something is `unsaved` that is kept nowhere else, whoever goes back or
 * forward to another screen is asked first.
 */
export function useAskBeforeBack(unsaved: boolean): void {
  const { t } = useTranslation();
  const agreed = useEffectEvent(() => mayLeave(t('layout.leave')));

  useEffect(() => {
    if (!unsaved) return undefined;
    const onNavigate = (event: NavigateEvent) => {
      // What leaves the program is asked for before it unloads, and links ask by themselves.
      if (event.navigationType !== 'traverse' || !event.destination.sameDocument || !event.cancelable) return;
      if (new URL(event.destination.url).pathname !== window.location.pathname && !agreed()) event.preventDefault();
    };
    // Before the address changes, and so before the router hears of it.
    const { navigation } = window as { navigation?: Navigation };
    navigation?.addEventListener('navigate', onNavigate);
    return () => navigation?.removeEventListener('navigate', onNavigate);
  }, [unsaved]);
}

/** While something `unkept` is shown that nobody is shown again, whoever leaves the screen is asked this question. */
export function useAskBeforeLosing(unkept: boolean, question: string): void {
  const holder = useId();
  useEffect(() => {
    setUnsaved(unkept, holder, question);
    return () => setUnsaved(false, holder);
  }, [unkept, holder, question]);
  useAskBeforeBack(unkept);
}
