import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { PicturePanel } from './parts';
import type { OwnPicture } from './use-own-picture';

/** What the post's stored picture shows, as the library says it; described here, for all places where it is used. */
export function OwnPictureText({ picture: { known, changed } }: { picture: OwnPicture }) {
  const { t } = useTranslation();
  const [describing, setDescribing] = useState(false);
  if (!known) return null;
  return (
    <>
      <p className="image-field__stored">
        <span className="muted">{known.alt_az ? t('media.shows', { text: known.alt_az }) : t('media.noAlt')}</span>
        <button type="button" className="button button--quiet button--small" onClick={() => setDescribing(true)}>
          {t('media.describe')}
        </button>
      </p>
      {describing && <PicturePanel id={known.id} onClose={() => setDescribing(false)} onChanged={changed} onGone={() => setDescribing(false)} />}
    </>
  );
}
