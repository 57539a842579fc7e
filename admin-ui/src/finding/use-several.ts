import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { changeSeveral, type SeveralAction } from '../api/finding';
import type { Category, ListedPost, Outcome } from '../api/types';
import { failureOf } from '../saving/failure';
import { useWorkspace } from '../saving/workspace-context';
import { generations } from '../site/generations';
import { nameOf, reasonOf } from './outcome';
import type { SelectionOfList } from './use-selection';

/** What was done to several posts, and to which not. */
export interface Report {
  action: SeveralAction;
  done: ListedPost[];
  failed: { id: number; title: string; reason: string }[];
  /** Nothing is known of any: why. */
  lost: string | null;
}

/** Does the same to all that are chosen. What could not be done stays chosen, as it is now. */
export function useSeveral({ selection, settle }: SelectionOfList) {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  const [busy, setBusy] = useState<SeveralAction | null>(null);
  const [report, setReport] = useState<Report | null>(null);

  async function run(action: SeveralAction, posts: readonly ListedPost[], category?: Category) {
    if (busy !== null || posts.length === 0) return;
    setBusy(action);
    setReport(null);
    // Out of the trash comes whatever is in there.
    const sent = posts.map(({ id, edited_at }) => ({ id, ...(action !== 'restore' && edited_at !== undefined && { edited_at }) }));
    const outcomes = await changeSeveral(action, sent, category).catch((error: unknown) => t(`failure.${failureOf(error)}`));
    void generations.follow();
    await workspace.posts.refresh();
    // Somebody may be writing one of them in the form above.
    void workspace.reread();
    setBusy(null);
    setReport(reportOf(outcomes));

    function reportOf(given: readonly Outcome[] | string): Report {
      const isLost = typeof given === 'string';
      const failed = isLost ? [] : given.filter(({ done }) => !done);
      // What nothing is known of is as the list has it, or gone.
      const still = (isLost ? posts : failed).flatMap(({ id }) => workspace.posts.cardOf(id) ?? []);
      if (action !== 'restore') settle(posts, still);
      if (isLost) return { action, done: [], failed: [], lost: given };
      const of = (outcome: Outcome) => posts.find(({ id }) => id === outcome.id);
      return {
        action,
        done: given.filter(({ done }) => done).flatMap((outcome) => of(outcome) ?? []),
        failed: failed.map((outcome) => ({
          id: outcome.id,
          title: nameOf(of(outcome) ?? ({ id: outcome.id } as ListedPost)),
          reason: reasonOf(t, outcome),
        })),
        lost: null,
      };
    }
  }

  return {
    busy,
    report,
    close: () => setReport(null),
    run: (action: SeveralAction, category?: Category) => run(action, [...selection.values()], category),
    undo: () => void run('restore', report?.done ?? []),
  };
}
