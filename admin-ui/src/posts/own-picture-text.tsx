import { useTranslation } from '../i18n/use-translation';
import type { OwnPicture } from './use-own-picture';

/** A stored picture that is to be described. */
export interface Described {
  id: number;
  changed: () => void;
}

interface Props {
  picture: OwnPicture;
  onDescribe: (picture: Described) => void;
}

/** What the post's stored picture shows, as the library says it; described there, for all places where it is used. */
export function OwnPictureText({ picture: { known, changed }, onDescribe }: Props) {
  const { t } = useTranslation();
  if (!known) return null;
  return (
    <p className="image-field__stored">
      <span className="muted">{known.alt_az ? t('media.shows', { text: known.alt_az }) : t('media.noAlt')}</span>
      <button type="button" className="button button--quiet button--small" onClick={() => onDescribe({ id: known.id, changed })}>
        {t('media.describe')}
      </button>
    </p>
  );
}
