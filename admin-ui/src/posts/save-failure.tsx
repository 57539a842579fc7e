import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { Failure } from '../saving/failure';
import { useWorkspaceState } from '../saving/workspace-context';
import { Icon } from '../ui/icon';
import { useOnline } from '../ui/use-online';
import { focusOn, useLeftFocus } from './left-focus';

interface Props {
  failure: Failure;
  /** Has the focus when the button that was pressed goes. */
  stays: RefObject<HTMLElement | null>;
  onRetry: () => void;
  onSaveAsNew: () => void;
}

/** What went wrong, that nothing is lost, and the way on. */
export function SaveFailure({ failure, stays, onRetry, onSaveAsNew }: Props) {
  const { t } = useTranslation();
  const online = useOnline();
  const kept = useWorkspaceState((state) => state.kept);
  const [offlineBefore] = useState(!online);
  const notice = useLeftFocus<HTMLDivElement>(() => focusOn(stays));

  // On a low screen it is not part of what stays in view.
  useEffect(() => {
    const { bottom = 0, top = 0 } = notice.current?.getBoundingClientRect() ?? {};
    if (top < 0 || bottom > window.innerHeight) notice.current?.scrollIntoView({ block: 'center' });
  }, [notice]);

  return (
    <div ref={notice} className="notice notice--problem" role="alert">
      <p className="notice__title">
        <Icon name="alert" />
        {t('failure.title')}
      </p>
      <p>{failure === 'offline' && offlineBefore && online ? t('failure.backOnline') : t(`failure.${failure}`)}</p>
      {kept === false && <p>{t('form.notKept')}</p>}
      {failure === 'gone' ? (
        <button type="button" className="button" onClick={onSaveAsNew}>
          {t('failure.saveAsNew')}
        </button>
      ) : (
        <button type="button" className="button" onClick={onRetry}>
          {t('failure.retry')}
        </button>
      )}
    </div>
  );
}
