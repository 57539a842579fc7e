import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { unpublishPost } from '../api/life';
import { LANGUAGES, type Language } from '../api/types';
import { editedId, useWorkspaceState } from '../saving/workspace-context';
import { Modal } from '../ui/modal';
import { LinkingPosts } from './linking-posts';
import { RedirectField, useRedirect } from './redirect-field';
import { comesOf, isTakenOff, whenOf } from './step-done';
import { TimeChoice, useTimeChoice } from './time-choice';
import { useSeenAction } from './use-seen-action';

/** Off the site, whole or in one of the other languages; before that, what still leads there. */
export function TakeOffDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const id = useWorkspaceState(editedId);
  const life = useWorkspaceState(({ form }) => form.base?.life);
  const [only, setOnly] = useState<Language | null>(null);
  const { busy, problem, refused, run } = useSeenAction(onClose);
  const planned = LANGUAGES.some((language) => life?.languages[language].published_at) === false;
  // What is not on the site yet can leave it only after it came there.
  const time = useTimeChoice(planned);
  const redirect = useRedirect(life?.redirect_to);
  // Azerbaijani is what the others fall back to: it goes last.
  const others = LANGUAGES.filter(
    (language) => language !== 'az' && (life?.languages[language].published_at ?? life?.languages[language].publish_at),
  );

  function takeOff() {
    const elsewhere = only === null && redirect.to !== null && { redirect_to: redirect.to };
    const plan = { ...(only && { languages: [only] }), ...whenOf(time.at), ...elsewhere };
    const step = { action: 'unpublish', languages: only && [only], at: time.at } as const;
    if (time.holds())
      void run((post, etag) => unpublishPost(post, plan, etag), {
        comes: comesOf(step),
        isDone: ({ life: now }) => now !== undefined && isTakenOff(now, step, redirect.to),
      });
  }

  return (
    <Modal title={t('publishing.takeOffTitle')} closeLabel={t('life.close')} onClose={onClose} size="small">
      <p role="status">{t(only === null ? 'publishing.takeOffText' : 'publishing.takeOffOneText')}</p>
      {id !== null && <LinkingPosts id={id} />}
      {others.length > 0 && (
        <fieldset className="choices">
          <legend className="field__label">{t('publishing.which')}</legend>
          {[null, ...others].map((language) => (
            <label key={language ?? 'all'} className="check">
              <input type="radio" name="take_off" checked={only === language} onChange={() => setOnly(language)} />
              {language === null ? t('publishing.takeOffWhole') : t(`languages.${language}`)}
            </label>
          ))}
        </fieldset>
      )}
      <TimeChoice name="take_off" time={time} onlyLater={planned} />
      {id !== null && only === null && <RedirectField id={id} redirect={redirect} refused={refused} />}
      <p className="field__error" role="alert">
        {problem}
      </p>
      <div className="modal__actions">
        <button type="button" className="button button--primary" aria-disabled={busy || time.past} onClick={takeOff}>
          {busy && <span className="spinner" aria-hidden="true" />}
          {t(time.later ? 'publishing.schedule' : 'publishing.takeOffAction')}
        </button>
        <button type="button" className="button button--quiet" onClick={onClose}>
          {t('form.cancel')}
        </button>
      </div>
    </Modal>
  );
}
