import { useEffect, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { ownName } from '../api/client';
import { serverNow } from '../api/server-clock';
import type { ListedPost } from '../api/types';
import { AT_IT, editorOf } from './list-rules';

/** Somebody else saved a draft of it a moment ago. It is said no longer than that is true, whether or not anything else happens. */
export function EditingNow({ post: { edited_at, edited_by } }: { post: Pick<ListedPost, 'edited_by' | 'edited_at'> }) {
  const { t } = useTranslation();
  const [, setOver] = useState('');
  const name = editorOf({ edited_at, edited_by }, ownName());
  useEffect(() => {
    if (name === null || !edited_at) return;
    const timer = setTimeout(() => setOver(edited_at), Math.max(0, Date.parse(edited_at) + AT_IT - serverNow()) + 1);
    return () => clearTimeout(timer);
  }, [name, edited_at]);
  return name === null ? null : <span className="badge badge--edited">{t('life.editing', { name })}</span>;
}
