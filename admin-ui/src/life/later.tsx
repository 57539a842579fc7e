import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../ui/modal';

interface Closable {
  onClose: () => void;
}

/**
 * A dialog whose code comes after the first view: in the first quiet moment, or when it is asked for. What does not arrive
 * takes nothing from the page: it says so in its place, and is asked for again the next time.
 */
export function later<P extends Closable>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  const fetch = () => load().then((part) => (loaded = part));
  quietly(() => void fetch().catch(() => undefined));
  return function Later(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | null>(() => loaded);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (Part) return;
      let here = true;
      fetch().then(
        (part) => here && setPart(() => part),
        () => here && setFailed(true),
      );
      return () => {
        here = false;
      };
    }, [Part]);
    if (Part) return <Part {...props} />;
    return failed ? <NotLoaded onClose={props.onClose} /> : null;
  };
}

/** When the page is there and has nothing to do; an editor who goes off-line then has every dialog. */
function quietly(work: () => void): void {
  const wait = () => (typeof requestIdleCallback === 'function' ? requestIdleCallback(work) : setTimeout(work));
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}

function NotLoaded({ onClose }: Closable) {
  const { t } = useTranslation();
  return (
    <Modal title={t('life.failed')} closeLabel={t('life.close')} onClose={onClose} size="small">
      <p>{t('login.unreachable')}</p>
      <div className="modal__actions">
        <button type="button" className="button" onClick={onClose}>
          {t('life.close')}
        </button>
      </div>
    </Modal>
  );
}
