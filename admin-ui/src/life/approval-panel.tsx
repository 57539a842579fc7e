import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { readApproval, withdrawApproval } from '../api/approvals';
import { publishPost } from '../api/life';
import { type Approval, LANGUAGES } from '../api/types';
import { useMe } from '../auth/use-me';
import { formatBaku } from '../i18n/dates';
import { languagesWithText } from '../form/fields';
import { useAbove } from '../saving/use-above';
import { editedId, useWorkspace, useWorkspaceState } from '../saving/workspace-context';
import { onStoreChange } from '../site/store-changes';
import { losesFocus } from '../ui/keep-focus';
import { ReturnDialog } from './parts';
import { useAction } from './use-action';
import './approval.css';

/** What was asked for the open post, with what can be answered. `onFocusLost`: what had the focus went with one's own answer. */
export function ApprovalPanel({ onFocusLost }: { onFocusLost: () => void }) {
  const id = useWorkspaceState(editedId);
  const exists = useWorkspaceState(({ form }) => form.base?.life?.exists === true);
  const { data, refetch } = useQuery({
    queryKey: ['approval', id],
    queryFn: () => readApproval(id ?? 0),
    enabled: id !== null && exists,
    staleTime: 0,
  });
  // Others answer, and a save of one's own changes what it is about.
  useEffect(() => onStoreChange(() => void (id !== null && exists && refetch())), [id, exists, refetch]);
  // The note stays with whoever writes it when the request goes meanwhile.
  const [returning, setReturning] = useAbove<true>();
  const asked = exists ? (data ?? null) : null;
  // What is pressed goes with the answer, or has gone behind the dialog; when a colleague answers, nobody has pressed anything.
  const answers = useRef(false);
  const look = useEffectEvent(() => {
    if (!answers.current || returning !== null || !losesFocus()) return;
    answers.current = false;
    onFocusLost();
  });
  useEffect(() => look(), [asked, returning]);
  if (id === null) return null;

  /** Publishes, withdraws, or begins to send back. */
  function answer() {
    answers.current = true;
  }
  function sendBack() {
    answer();
    setReturning(true);
  }
  return (
    <>
      {asked && <Asked key={id} id={id} approval={asked} onAnswer={answer} onReturn={sendBack} />}
      {returning && <ReturnDialog gone={asked === null} onClose={() => setReturning(null)} />}
    </>
  );
}

function Asked({ id, approval, onAnswer, onReturn }: { id: number; approval: Approval; onAnswer: () => void; onReturn: () => void }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const workspace = useWorkspace();
  const me = useMe();
  const { busy, problem, failure, run } = useAction();
  // Of versions that are in each other's way the form says so itself.
  const behind = useWorkspaceState(({ draft }) => failure === 'changed' && draft?.name !== 'conflict');
  const { returned, languages, asked_by: by, changed } = approval;
  const time = (moment: string) => formatBaku(moment, i18n.language);
  const codes = (of: readonly string[]) => of.map((language) => language.toUpperCase()).join(', ');
  // The site may have given a language up since it was asked for.
  const wanted = LANGUAGES.filter((language) => languages.includes(language));
  const editor = me !== undefined && me.role !== 'author';
  const note = returned ? returned.note : approval.note;

  /** Also for whoever has opened another post meanwhile and comes back. */
  const answered = () => client.invalidateQueries({ queryKey: ['approval', id] });
  function withdraw() {
    onAnswer();
    void run((post) => withdrawApproval(post).then(answered), { keepFirst: false });
  }
  /** As from the dialog, a title is enough. */
  function plan() {
    const written = languagesWithText(workspace.state.form.fields);
    return { languages: wanted, ...(wanted.some((language) => !written.includes(language)) && { titles_suffice: true }) };
  }
  async function approve() {
    onAnswer();
    // As it is in the form, which was kept first; what somebody else has changed meanwhile is refused.
    const result = await run((post) => publishPost(post, plan(), workspace.state.form.base?.draft ?? null).then(answered), {
      comes: 'live',
    });
    if (result === null || result === 'changed') await workspace.reread();
  }
  return (
    <section
      className={`notice approval${returned ? ' notice--problem' : ''}`}
      aria-live="polite"
      data-approval={returned ? 'returned' : 'asked'}
    >
      <p className="approval__who">
        {returned
          ? t('approval.returned', { name: returned.by, time: time(returned.at) })
          : t('approval.waits', { name: by, languages: codes(languages), time: time(approval.asked_at) })}
      </p>
      {note !== '' && <blockquote className="approval__note">{note}</blockquote>}
      {changed && !returned && <p className="muted">{t('approval.changed')}</p>}
      <div className="notice__actions">
        {editor && !returned && (
          <>
            {wanted.length > 0 && (
              <button type="button" className="button button--primary button--small" aria-disabled={busy} onClick={() => void approve()}>
                {t('approval.approve')} {codes(wanted)}
              </button>
            )}
            <button type="button" className="button button--small" onClick={onReturn}>
              {t('approval.sendBack')}
            </button>
          </>
        )}
        {me?.username === by && (
          <button type="button" className="button button--quiet button--small" aria-disabled={busy} onClick={withdraw}>
            {t(returned ? 'approval.dismiss' : 'approval.withdraw')}
          </button>
        )}
      </div>
      <p className="field__error" role="alert">
        {behind ? t('approval.behind') : problem}
      </p>
    </section>
  );
}
