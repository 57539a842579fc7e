import { useRef, useState } from 'react';
import { statusOf } from '../api/errors';
import { deletePost, getPost } from '../api/posts';
import { ALERTS } from '../i18n/fixed';
import { publication } from '../site/publication';
import { keepFocus } from '../ui/keep-focus';
import type { usePosts } from './use-posts';
import { painted } from './use-save';

type List = Pick<ReturnType<typeof usePosts>, 'etagOf' | 'seen' | 'removed'>;

/** Asks, deletes, tells. A post that somebody changed meanwhile stays; its card then shows the new version. */
export function useDelete({ etagOf, seen, removed }: List, onDeleted: (id: number) => void) {
  const running = useRef(false);
  const [changed, setChanged] = useState<number | null>(null);

  /** Answers whether the post is gone; one that was gone already counts as deleted. */
  async function attempt(id: number): Promise<boolean> {
    try {
      await deletePost(id, etagOf(id));
      return true;
    } catch (error) {
      if (statusOf(error) === 404) return true;
      if (statusOf(error) === 412) return showChanged(id);
      return false;
    }
  }

  async function showChanged(id: number): Promise<boolean> {
    try {
      seen(await getPost(id));
      setChanged(id);
      return false;
    } catch (error) {
      return statusOf(error) === 404;
    }
  }

  async function remove(id: number): Promise<void> {
    if (running.current || !window.confirm(ALERTS.deleteConfirm)) return;
    running.current = true;
    setChanged(null);
    const gone = await attempt(id).finally(() => {
      running.current = false;
    });
    if (gone) {
      removed(id);
      onDeleted(id);
      void publication.follow();
    }
    await painted();
    keepFocus(document.getElementById('list-title'));
    window.alert(gone ? ALERTS.deleted : ALERTS.deleteFailed);
  }

  return { remove, changed };
}
