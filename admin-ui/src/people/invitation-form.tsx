import { type FormEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { acceptInvitation, readInvitation } from '../api/people';
import type { Invited } from '../api/types';
import { type PeopleFailure, failureOf } from './failure';
import { NewPasswordFields } from './new-password-fields';
import { type PasswordProblem, passwordProblem } from './password-rules';
import { useSending } from './use-sending';

interface Props {
  secret: string;
  /** The user exists: they may sign in with what they typed. */
  onAccepted: (username: string, password: string) => void;
}

/** What whoever was invited sees first: their name, and a password to choose. */
export function InvitationForm({ secret, onAccepted }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [invited, setInvited] = useState<Invited | null>(null);
  const [over, setOver] = useState<PeopleFailure | null>(null);
  const [problem, setProblem] = useState<PasswordProblem | null>(null);
  const { busy, failure, run } = useSending({ refused: 'taken' });

  useEffect(() => {
    let left = false;
    readInvitation(secret).then(
      (found) => !left && setInvited(found),
      (error: unknown) => !left && setOver(failureOf(error)),
    );
    return () => {
      left = true;
    };
  }, [secret]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const password = String(data.get('password'));
    const found = passwordProblem(password, String(data.get('again')));
    setProblem(found);
    if (found || !invited) return;
    if (await run(() => acceptInvitation(secret, password))) onAccepted(invited.username, password);
  }

  if (over) return <p role="alert">{t(over === 'gone' ? 'account.invitationOver' : 'login.unreachable')}</p>;
  if (!invited) return <p role="status">{t('account.invitationLoading')}</p>;
  return (
    <form className="login-form" onSubmit={(event) => void submit(event)} aria-busy={busy}>
      <p>{t('account.invited', { name: invited.username, role: t(`people.${invited.role}`) })}</p>
      <NewPasswordFields name={invited.username} problemId={`${id}-problem`} />
      <p className="login-form__problem" id={`${id}-problem`} role="alert">
        {problem ? t(`account.${problem}`) : failure && t(failure === 'gone' ? 'account.invitationOver' : `people.${failure}`)}
      </p>
      <button className="button button--primary login-form__submit" type="submit" aria-disabled={busy}>
        {busy && <span className="spinner" aria-hidden="true" />}
        {t('account.accept')}
      </button>
    </form>
  );
}
