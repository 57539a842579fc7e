import { useTranslation } from '../i18n/use-translation';
import { sourceOf } from '../api/library';
import type { LibraryPicture } from '../api/types';
import { formatDate } from '../i18n/dates';

interface Props {
  picture: LibraryPicture;
  onOpen: () => void;
}

/** A picture in the grid; opening it shows all that is known of it. */
export function PictureTile({ picture, onOpen }: Props) {
  const { t, i18n } = useTranslation();
  const described = picture.alt_az !== '';
  return (
    <li className="tile" data-picture-id={picture.id}>
      <button type="button" className="tile__button" onClick={onOpen}>
        <img
          className="tile__picture"
          src={sourceOf(picture)}
          alt=""
          width={picture.width}
          height={picture.height}
          loading="lazy"
          decoding="async"
        />
        <span className="tile__name">{picture.file_name || t('media.number', { id: picture.id })}</span>
        <span className="tile__facts">
          {described ? picture.alt_az : t('media.noAlt')}
          {!picture.used && (
            <span className="tile__unused">
              {picture.goes_at ? t('media.goes', { time: formatDate(picture.goes_at, i18n.language) }) : t('media.isUnused')}
            </span>
          )}
        </span>
      </button>
    </li>
  );
}
