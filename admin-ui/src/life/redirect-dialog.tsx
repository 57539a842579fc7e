import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { type Refused, refusedBy } from '../api/errors';
import { redirectPost } from '../api/life';
import { failureOf } from '../saving/failure';
import { Modal } from '../ui/modal';
import { useWhileHere } from '../ui/while-here';
import { RedirectField, useRedirect } from './redirect-field';

interface Props {
  id: number;
  /** Where the address leads now. */
  known: string | null;
  onClose: () => void;
  onDone?: () => void;
}

/** Where the address of a post leads that is off the site: set, changed or taken back. */
export function RedirectDialog({ id, known, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const redirect = useRedirect(known);
  const close = useWhileHere(onClose);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused>({});
  const [problem, setProblem] = useState<string | null>(null);

  async function save() {
    if (busy) return;
    setBusy(true);
    try {
      await redirectPost(id, redirect.to);
      onDone?.();
      close();
    } catch (error) {
      setBusy(false);
      setRefused(refusedBy(error));
      setProblem('redirect_to' in refusedBy(error) ? null : t(`failure.${failureOf(error)}`));
    }
  }

  return (
    <Modal title={t('redirect.title')} closeLabel={t('life.close')} onClose={onClose} size="small">
      <RedirectField id={id} redirect={redirect} refused={refused} />
      <p className="field__error" role="alert">
        {problem}
      </p>
      <div className="modal__actions">
        <button type="button" className="button button--primary" aria-disabled={busy} onClick={() => void save()}>
          {busy && <span className="spinner" aria-hidden="true" />}
          {t('redirect.save')}
        </button>
        <button type="button" className="button button--quiet" onClick={onClose}>
          {t('form.cancel')}
        </button>
      </div>
    </Modal>
  );
}
