import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../saving/failure';
import { useWorkspace } from '../saving/use-workspace';

/** One step in the life of the open post: its draft is kept first; what went wrong is said where it was asked for. */
export function useAction(done: () => void) {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  return {
    busy,
    failure,
    problem: failure === null ? null : t(failure === 'invalid' || failure === 'invalidImage' ? 'life.refused' : `failure.${failure}`),
    run: async (work: (id: number) => Promise<unknown>, keepFirst = true): Promise<Failure | null> => {
      if (busy) return null;
      setBusy(true);
      const result = await workspace.act(work, keepFirst);
      setBusy(false);
      setFailure(result);
      if (result === null) done();
      return result;
    },
  };
}
