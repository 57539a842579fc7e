import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unpublishPost } from '../api/life';
import { LANGUAGES, type Language } from '../api/types';
import { editedId, useWorkspaceState } from '../saving/use-workspace';
import { Modal } from '../ui/modal';
import { LinkingPosts } from './linking-posts';
import { useSeenAction } from './use-seen-action';

/** Off the site, whole or in one of the other languages; before that, what still leads there. */
export function TakeOffDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const id = useWorkspaceState(editedId);
  const life = useWorkspaceState(({ form }) => form.base?.life);
  const [only, setOnly] = useState<Language | null>(null);
  const { busy, problem, run } = useSeenAction(onClose);
  // Azerbaijani is what the others fall back to: it goes last.
  const others = LANGUAGES.filter((language) => language !== 'az' && life?.languages[language].published_at);

  return (
    <Modal title={t('life.takeOffTitle')} closeLabel={t('life.close')} onClose={onClose} size="small">
      <p>{t('life.takeOffText')}</p>
      {id !== null && <LinkingPosts id={id} />}
      {others.length > 0 && (
        <fieldset className="choices">
          <legend className="field__label">{t('life.which')}</legend>
          {[null, ...others].map((language) => (
            <label key={language ?? 'all'} className="check">
              <input type="radio" name="take_off" checked={only === language} onChange={() => setOnly(language)} />
              {language === null ? t('life.takeOffWhole') : t(`languages.${language}`)}
            </label>
          ))}
        </fieldset>
      )}
      <p className="field__error" role="alert">
        {problem}
      </p>
      <div className="modal__actions">
        <button type="button" className="button button--primary" aria-disabled={busy} onClick={() => void run((post, etag) => unpublishPost(post, only ? { languages: [only] } : {}, etag))}>
          {busy && <span className="spinner" aria-hidden="true" />}
          {t('life.takeOffAction')}
        </button>
        <button type="button" className="button button--quiet" onClick={onClose}>
          {t('form.cancel')}
        </button>
      </div>
    </Modal>
  );
}
