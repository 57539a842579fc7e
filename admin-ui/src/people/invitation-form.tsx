import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../i18n/use-translation';
import { mayHaveSucceeded, type Refused, statusOf } from '../api/errors';
import { acceptInvitation, readInvitation } from '../api/people';
import type { Invited } from '../api/types';
import { isSignedIn } from '../auth/session';
import { type PeopleFailure, failureOf } from './failure';
import { FieldProblem } from './field-problem';
import { NewPasswordFields } from './new-password-fields';
import { passwordProblem, refusedPassword } from './password-rules';
import { useFields } from './use-fields';
import { useSending } from './use-sending';

interface Props {
  secret: string;
  /** The user exists: they are signed in with what they typed. */
  onAccepted: (username: string, password: string) => Promise<void>;
  /** The user exists, and could not be signed in. */
  onAlmost: (username: string) => void;
  /** Back to the usual form: the invitation is of no more use. */
  onOver: () => void;
}

/** What whoever was invited sees first: their name, and a password to choose. */
export function InvitationForm({ secret, onAccepted, onAlmost, onOver }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [invited, setInvited] = useState<Invited | null>(null);
  const [over, setOver] = useState<PeopleFailure | null>(null);
  const fields = useFields(`${id}-problem`);
  const { busy, failure, run, forget } = useSending({ refused: 'taken' });
  const [asked, setAsked] = useState(0);
  /** The password of an attempt that was not answered: it may be theirs already. */
  const unsure = useRef<string | null>(null);

  useEffect(() => {
    let left = false;
    readInvitation(secret).then(
      (found) => !left && setInvited(found),
      (error: unknown) => !left && setOver(failureOf(error)),
    );
    return () => {
      left = true;
    };
  }, [secret, asked]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || !invited) return;
    const sent = fields.send(event.currentTarget);
    forget();
    const password = sent.value('password');
    if (sent.tell(passwordProblem(password, sent.value('again')))) return;
    const told = (wrong: Refused) => sent.tell(refusedPassword(wrong['password']));
    const enter = () => onAccepted(invited.username, password);
    await run(async () => {
      try {
        await acceptInvitation(secret, password);
      } catch (error) {
        if (mayHaveSucceeded(error)) unsure.current = password;
        if (statusOf(error) !== 404 || unsure.current !== password) throw error;
        // Taken up, most likely by the attempt that was not answered.
        return enter().catch(() => Promise.reject(error as Error));
      }
      return enter().catch(() => onAlmost(invited.username));
    }, told);
  }
  function again() {
    setOver(null);
    setAsked(asked + 1);
  }

  const inside = isSignedIn();
  const wayIn = (
    <p>
      <Link to={inside ? '/admin' : '/login'} replace onClick={onOver}>
        {t(inside ? 'layout.title' : 'account.toSignIn')}
      </Link>
    </p>
  );
  if (over === 'gone') {
    return (
      <>
        <p role="alert">{t('account.invitationOver')}</p>
        {wayIn}
      </>
    );
  }
  if (over) {
    return (
      <div className="notice notice--problem" role="alert">
        <p>{t('login.unreachable')}</p>
        <button type="button" className="button" onClick={again}>
          {t('list.retry')}
        </button>
      </div>
    );
  }
  if (!invited) return <p role="status">{t('account.invitationLoading')}</p>;
  return (
    <form className="login-form" noValidate onSubmit={(event) => void submit(event)} aria-busy={busy}>
      <p>{t('account.invited', { name: invited.username, role: t(`people.${invited.role}`) })}</p>
      <NewPasswordFields name={invited.username} fields={fields} />
      <FieldProblem fields={fields} className="login-form__problem">
        {failure && t(failure === 'gone' ? 'account.invitationOver' : `people.${failure}`)}
      </FieldProblem>
      {failure === 'gone' && wayIn}
      <button className="button button--primary login-form__submit" type="submit" aria-disabled={busy}>
        {busy && <span className="spinner" aria-hidden="true" />}
        {t('account.accept')}
      </button>
    </form>
  );
}
