import { useTranslation } from '../i18n/use-translation';
import { LinkingList } from '../life/linking-posts';
import { RedirectField, useRedirect } from '../life/redirect-field';
import type { State } from '../saving/state';
import { useWorkspace } from '../saving/workspace-context';
import { Modal } from '../ui/modal';

interface Props {
  linked: NonNullable<State['linked']>;
  onClose: () => void;
}

/** Before a post goes: what still leads to it, and where its address may lead. The question itself comes after that, as always. */
export function LinkedDialog({ linked, onClose: close }: Props) {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  const redirect = useRedirect(linked.redirect);
  const wasLive = workspace.posts.cardOf(linked.id)?.live !== false;
  return (
    <Modal title={t('trash.linksBefore', { title: linked.title })} closeLabel={t('life.close')} onClose={close} size="small">
      <LinkingList posts={linked.links} />
      {wasLive && <RedirectField id={linked.id} redirect={redirect} refused={linked.refused ?? {}} />}
      <p className="muted">{t('trash.movedHint')}</p>
      <div className="modal__actions">
        <button type="button" className="button button--danger" onClick={() => void workspace.removeNow(linked.id, redirect.to)}>
          {t('trash.goOn')}
        </button>
        <button type="button" className="button button--quiet" onClick={close}>
          {t('trash.keep')}
        </button>
      </div>
    </Modal>
  );
}
