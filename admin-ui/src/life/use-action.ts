import type { Translate } from '../i18n/translate';
import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { type Refused, refusedBy } from '../api/errors';
import type { Failure } from '../saving/failure';
import type { How } from '../saving/steps';
import { useWorkspace } from '../saving/workspace-context';
import { useWhileHere } from '../ui/while-here';

/**
 * One step in the life of the open post: its draft is kept first; what went wrong is said where it was asked for, and `done` is done
 * there. To whoever has closed that, or has another text in the form by then, the page says it.
 */
export function useAction(done: () => void = () => undefined) {
  const isHere = useWhileHere();
  const { t } = useTranslation();
  const workspace = useWorkspace();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [refused, setRefused] = useState<Refused>({});
  return {
    busy,
    failure,
    /** The rules that the server named, by field. */
    refused,
    problem: failure === null ? null : problemOf(t, failure, refused),
    run: async <T>(work: (id: number) => Promise<T>, how: Pick<How<T>, 'keepFirst' | 'comes' | 'isDone'> = {}): Promise<Failure | null> => {
      if (busy) return null;
      setBusy(true);
      const { sitting } = workspace.state.form;
      let broken: Refused = {};
      const noted = (error: unknown) => {
        broken = refusedBy(error);
        throw error;
      };
      const result = await workspace.act((id) => work(id).catch(noted), how);
      setBusy(false);
      setRefused(broken);
      setFailure(result);
      const here = isHere();
      const left = workspace.state.form.sitting !== sitting;
      if (result === null) {
        if (here) done();
      } else if (left || !here) {
        workspace.dispatch({ type: 'notice', notice: { kind: 'undone', failure: left ? 'left' : result } });
      }
      return result;
    },
  };
}

const TIMES = ['before_publish', 'after_unpublish'] as const;

/** A rule that has a field of its own in the dialog is told there. */
function problemOf(t: Translate, failure: Failure, refused: Refused): string | null {
  if ('redirect_to' in refused) return null;
  if (refused['at']?.includes('past')) return t('publishing.past');
  const time = TIMES.find((rule) => refused['at']?.includes(rule));
  if (time) return t(`publishing.at_${time}`);
  return t(failure === 'invalid' || failure === 'invalidImage' ? 'publishing.refused' : `failure.${failure}`);
}
