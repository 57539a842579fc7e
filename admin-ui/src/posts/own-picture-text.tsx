import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readMedia } from '../api/library';
import { PicturePanel } from './parts';

/** What the post's stored picture shows, as the library says it; described here, for all places where it is used. */
export function OwnPictureText({ address }: { address: string }) {
  const { t } = useTranslation();
  const id = Number(/^\/api\/blog\/images\/(\d+)\/$/.exec(address)?.[1]);
  const queries = useQueryClient();
  const [describing, setDescribing] = useState(false);
  const query = { queryKey: ['media-picture', 'own', id], queryFn: () => readMedia(id) };
  // Seen again when one comes back from the library.
  const picture = useQuery({ ...query, enabled: Number.isSafeInteger(id), staleTime: 0, retry: false, networkMode: 'always' });
  if (!picture.data) return null;
  return (
    <>
      <p className="image-field__stored">
        <span className="muted">{picture.data.value.alt_az ? t('media.shows', { text: picture.data.value.alt_az }) : t('media.noAlt')}</span>
        <button type="button" className="button button--quiet button--small" onClick={() => setDescribing(true)}>
          {t('media.describe')}
        </button>
      </p>
      {describing && (
        <PicturePanel
          id={id}
          onClose={() => setDescribing(false)}
          onChanged={() => void queries.invalidateQueries({ queryKey: query.queryKey })}
          onGone={() => setDescribing(false)}
        />
      )}
    </>
  );
}
