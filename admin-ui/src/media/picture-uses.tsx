import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { listMediaUses } from '../api/library';
import { NotLoaded } from '../ui/not-loaded';

/** Where a picture is used; what is used cannot be deleted. */
export function PictureUses({ id }: { id: number }) {
  const { t } = useTranslation();
  const uses = useQuery({ queryKey: ['media-uses', id], queryFn: () => listMediaUses(id), staleTime: 0 });
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="media-uses">
      <h3 id="media-uses" ref={title} tabIndex={-1}>
        {t('media.uses')}
      </h3>
      <NotLoaded of={uses} words={t('media.usesFailed')} title={title} />
      {uses.data?.length === 0 && <p className="muted">{t('media.usedNowhere')}</p>}
      <ul className="media__uses">
        {uses.data?.map((use) => (
          <li key={use.id}>
            {use.state === 'published' || use.state === 'changed' ? (
              <a href={`/blog/${use.id}/`} target="_blank" rel="noreferrer">
                {use.title || t('media.post', { id: use.id })}
              </a>
            ) : (
              <span>{use.title || t('media.post', { id: use.id })}</span>
            )}
            <span className="muted">
              {[t(`media.state_${use.state}`), ...use.places.map((place) => t(`media.place_${place}`))].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
