import { useRef } from 'react';
import { statusOf } from '../api/errors';
import { deletePost } from '../api/posts';
import { ALERTS } from '../i18n/fixed';
import { publication } from '../site/publication';

/** Asks, deletes, tells. A post that is gone already counts as deleted. */
export function useDelete(onDeleted: (id: number) => void) {
  const running = useRef(false);

  return async function remove(id: number): Promise<void> {
    if (running.current || !window.confirm(ALERTS.deleteConfirm)) return;
    running.current = true;
    try {
      await deletePost(id).catch((error: unknown) => {
        if (statusOf(error) !== 404) throw error;
      });
    } catch {
      window.alert(ALERTS.deleteFailed);
      return;
    } finally {
      running.current = false;
    }
    onDeleted(id);
    void publication.follow();
    await new Promise((resolve) => setTimeout(resolve, 30));
    window.alert(ALERTS.deleted);
  };
}
