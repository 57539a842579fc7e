import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readMedia } from '../api/library';

/** What the post's stored picture shows, as the library says it, and the way there. */
export function OwnPictureText({ address, post }: { address: string; post: number }) {
  const { t } = useTranslation();
  const id = Number(/^\/api\/blog\/images\/(\d+)\/$/.exec(address)?.[1]);
  // Seen again when one comes back from the library.
  const picture = useQuery({ queryKey: ['media-picture', 'own', id], queryFn: () => readMedia(id), enabled: Number.isSafeInteger(id), staleTime: 0, retry: false, networkMode: 'always' });
  if (!picture.data) return null;
  return (
    <p className="image-field__stored">
      <span className="muted">{picture.data.value.alt_az ? t('media.shows', { text: picture.data.value.alt_az }) : t('media.noAlt')}</span>
      <a href={`/admin/pictures?post=${post}`} target="_blank" rel="noreferrer">
        {t('media.describe')}
      </a>
    </p>
  );
}
