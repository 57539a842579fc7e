import { useTranslation } from 'react-i18next';
import { LinkingList } from '../life/linking-posts';
import { useWorkspace, useWorkspaceState } from '../saving/use-workspace';
import { Modal } from '../ui/modal';

/** Before a post goes: what still leads to it. The question itself comes after that, as always. */
export function LinkedDialog() {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  const linked = useWorkspaceState((state) => state.linked);
  if (!linked) return null;
  const close = () => workspace.dispatch({ type: 'linked', linked: null });
  return (
    <Modal title={t('trash.linksBefore', { title: linked.title })} closeLabel={t('life.close')} onClose={close} size="small">
      <LinkingList posts={linked.links} />
      <p className="muted">{t('trash.movedHint')}</p>
      <div className="modal__actions">
        <button type="button" className="button button--danger" onClick={() => void workspace.removeNow(linked.id)}>
          {t('trash.goOn')}
        </button>
        <button type="button" className="button button--quiet" onClick={close}>
          {t('trash.keep')}
        </button>
      </div>
    </Modal>
  );
}
