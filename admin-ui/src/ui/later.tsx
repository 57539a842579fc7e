import type { ComponentType } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { MissingPart } from './missing-part';
import { Modal } from './modal';
import { Part, usePart } from './part';
import { quietly } from './quietly';

interface Closable {
  onClose: () => void;
}

/**
 * A dialog whose code comes after the first view: in the first quiet moment, or when it is asked for. What does not arrive
 * takes nothing from the page: it says so in its place, and can be asked for again.
 */
export function later<P extends Closable>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return laterPart(new Part(load));
}

/** The same of a part that stands in the place of another one, which stays until this is here. */
export function laterPart<P extends Closable>(source: Part<ComponentType<P>>): ComponentType<P> {
  quietly(source.fetch);
  return function Later(props: P) {
    const { part: Dialog, failed } = usePart(source);
    if (Dialog) return <Dialog {...props} />;
    return failed ? <NotLoaded onClose={props.onClose} onRetry={source.fetch} /> : null;
  };
}

function NotLoaded({ onClose, onRetry }: Closable & { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal title={t('life.failed')} closeLabel={t('life.close')} onClose={onClose} size="small">
      <MissingPart onRetry={onRetry} row="modal__actions">
        <button type="button" className="button" onClick={onClose}>
          {t('life.close')}
        </button>
      </MissingPart>
    </Modal>
  );
}
