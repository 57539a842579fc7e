import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../i18n/use-translation';
import { linksTo } from '../api/life';
import type { LinkingPost } from '../api/types';

/** The posts that lead to one that is about to go; nothing where there are none. */
export function LinkingPosts({ id }: { id: number }) {
  const { data } = useQuery({ queryKey: ['links', id], queryFn: () => linksTo(id), gcTime: 0 });
  return <LinkingList posts={data ?? []} />;
}

export function LinkingList({ posts }: { posts: readonly LinkingPost[] }) {
  const { t } = useTranslation();
  if (posts.length === 0) return null;
  return (
    <div className="linking" role="status">
      <p>{t('life.links', { count: posts.length })}</p>
      <ul>
        {posts.map(({ id, title }) => (
          <li key={id}>
            {title} <span className="muted">№ {id}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
