import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { ApiError } from '../api/errors';
import { FIELD_NAMES } from '../form/fields';
import { type FormState, pictureChanged } from '../form/state';
import type { How } from '../saving/steps';
import { useWorkspace, useWorkspaceState } from '../saving/workspace-context';
import { useAction } from './use-action';

/** A step that shows the post to visitors, or no longer: only as it was seen here, and not as somebody else changed it meanwhile. */
export function useSeenAction(done: () => void) {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  const [seen, setSeen] = useState(workspace.state.form);
  // Also one that came from the library meanwhile, and is in the draft by now.
  const own = useWorkspaceState(({ form }) => pictureChanged(form));
  const [ownPicture, setOwnPicture] = useState(own);
  if (own && !ownPicture) setOwnPicture(true);
  const { busy, problem, refused, failure, run } = useAction(done);
  const changed = failure === 'changed' && workspace.state.draft?.name !== 'conflict';

  /** The draft's own tag, after what is in the form was kept in it. */
  function tagOf(): string | null {
    const { form } = workspace.state;
    if (!isSame(form, seen, ownPicture)) throw new ApiError('refused', 412);
    return form.base?.draft ?? null;
  }

  return {
    /** The form as it is asked about. */
    seen,
    busy,
    refused,
    problem: changed ? t('conflict.behind') : problem,
    run: async <T>(work: (id: number, etag: string | null) => Promise<T>, how: Required<Pick<How<T>, 'comes' | 'isDone'>>) => {
      const result = await run(async (id) => work(id, tagOf()), how);
      if (result !== 'changed') return;
      await workspace.reread();
      setSeen(workspace.state.form);
      setOwnPicture(pictureChanged(workspace.state.form));
    },
  };
}

function isSame(form: FormState, seen: FormState, ownPicture: boolean): boolean {
  const picture = ownPicture || form.base?.image === seen.base?.image || seen.base === null;
  return picture && form.sitting === seen.sitting && FIELD_NAMES.every((name) => form.fields[name] === seen.fields[name]);
}
