import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { publishPost } from '../api/life';
import { LANGUAGES, type Language, type LanguageLife } from '../api/types';
import { languagesWithText, languagesWithTitle } from '../form/fields';
import { Modal } from '../ui/modal';
import { isOnSite, lackOf } from './publish-rules';
import { LanguageBadge } from './state-badge';
import { comesOf, isPublished, whenOf } from './step-done';
import { TimeChoice, useTimeChoice } from './time-choice';
import { useSeenAction } from './use-seen-action';

/** Only these languages, and now or at a time of the office's clock. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { seen, busy, problem, run } = useSeenAction(onClose);
  const { fields, base } = seen;
  const written = languagesWithText(fields);
  const titled = languagesWithTitle(fields);
  const languages = base?.life?.languages;
  // What has its time keeps it, unless somebody chooses it here.
  const [chosen, setChosen] = useState<readonly Language[]>(() =>
    written.filter((language) => !languages || isToBePublished(languages[language])),
  );
  const time = useTimeChoice();

  const withoutAz = chosen.length > 0 && !chosen.includes('az') && !isOnSite(languages?.az.published_at);
  // As for a post that is created: a title is enough, but not for a time when nobody looks.
  const bare = chosen.filter((language) => !written.includes(language));
  const tooBare = time.later && bare.length > 0;
  const ready = chosen.length > 0 && !time.past && !withoutAz && !tooBare;

  function publish() {
    const plan = { languages: chosen, at: null, ...whenOf(time.at), ...(bare.length > 0 && { titles_suffice: true }) };
    const step = { action: 'publish', languages: chosen, at: time.at } as const;
    if (ready && time.holds())
      void run((post, etag) => publishPost(post, plan, etag), { comes: comesOf(step), isDone: (post) => isPublished(post, fields, step) });
  }

  return (
    <Modal title={t('publishing.chooseTitle')} closeLabel={t('life.close')} onClose={onClose} size="small">
      <fieldset className="choices">
        <legend className="field__label">{t('publishing.which')}</legend>
        {LANGUAGES.map((language) => (
          <label key={language} className="check">
            <input
              type="checkbox"
              name={`publish_${language}`}
              checked={chosen.includes(language)}
              disabled={!titled.includes(language)}
              onChange={(event) =>
                setChosen(LANGUAGES.filter((other) => (other === language ? event.target.checked : chosen.includes(other))))
              }
            />
            <span className="choices__about">
              <span className="choices__name">{t(`languages.${language}`)}</span>{' '}
              {titled.includes(language) && languages && <LanguageBadge life={languages[language]} />}
              {!written.includes(language) && <span className="choices__lack muted">{t(lackOf(titled, language))}</span>}
            </span>
          </label>
        ))}
      </fieldset>
      <TimeChoice name="publish" time={time} />
      <p className="field__error" role="alert">
        {withoutAz ? t('publishing.azFirst') : tooBare ? t('publishing.textForTime') : problem}
      </p>
      <div className="modal__actions">
        <button type="button" className="button button--primary" aria-disabled={!ready || busy} onClick={publish}>
          {busy && <span className="spinner" aria-hidden="true" />}
          {t(time.later ? 'publishing.schedule' : 'publishing.publish')}
        </button>
        <button type="button" className="button button--quiet" onClick={onClose}>
          {t('form.cancel')}
        </button>
      </div>
    </Modal>
  );
}

function isToBePublished({ state, scheduled_at: planned }: LanguageLife): boolean {
  return state !== 'published' && planned === null;
}
