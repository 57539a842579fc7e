import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { statusOf } from '../api/errors';
import { listInvitations, listUsers, takeInvitationBack } from '../api/people';
import type { Invitation } from '../api/types';
import { useMe } from '../auth/use-me';
import { formatBaku } from '../i18n/dates';
import { keepFocus } from '../ui/keep-focus';
import { NotLoaded } from '../ui/not-loaded';
import { InviteForm } from './invite-form';
import { UserRow } from './user-row';
import { useSending } from './use-sending';
import { useTaken } from './use-taken';
import './people.css';

/** Who is staff and what each may do: for owners. */
export function PeoplePage() {
  const { t } = useTranslation();
  const me = useMe();
  const queries = useQueryClient();
  const users = useQuery({ queryKey: ['users'], queryFn: listUsers, staleTime: 0 });
  const invitations = useQuery({ queryKey: ['invitations'], queryFn: listInvitations, staleTime: 0 });
  const [said, setSaid] = useState('');
  const title = useRef<HTMLHeadingElement>(null);

  async function changed(sentence: string) {
    setSaid(sentence);
    // One's own role may be what changed.
    await Promise.all([users.refetch(), invitations.refetch(), queries.invalidateQueries({ queryKey: ['me'] })]);
  }
  /** The button that was pressed goes as well, with its row or alone. */
  async function taken(sentence: string, going: Element | null) {
    await changed(sentence);
    keepFocus(title.current, going);
  }
  const { gone, title: invitationTitle, taken: takenBack } = useTaken(changed);

  if ((me && me.role !== 'owner') || statusOf(users.error) === 403)
    return <p className="notice notice--problem">{t('people.notAllowed')}</p>;
  return (
    <div className="people">
      <section className="people__panel" aria-labelledby="people-title">
        <h2 className="panel__title" id="people-title" ref={title} tabIndex={-1}>
          {t('screens.people')}
        </h2>
        <p className="muted">{t('people.roles')}</p>
        <p role="status" className="people__said">
          {said}
        </p>
        <NotLoaded of={users} words={t('people.notLoaded')} title={title} />
        <ul className="people__list">
          {users.data?.map((user) => (
            <UserRow key={user.id} user={user} me={me?.id === user.id} onChanged={changed} onTaken={taken} />
          ))}
        </ul>
      </section>
      <section className="people__panel" aria-labelledby="invite-title">
        <h2 className="panel__title" id="invite-title" ref={invitationTitle} tabIndex={-1}>
          {t('people.inviteTitle')}
        </h2>
        <p className="muted">{t('people.inviteHint')}</p>
        <InviteForm gone={gone} onInvited={() => void invitations.refetch()} />
        <NotLoaded of={invitations} words={t('people.invitationsNotLoaded')} title={invitationTitle} />
        {(invitations.data?.length ?? 0) > 0 && (
          <ul className="people__list">
            {invitations.data?.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} onTakenBack={takenBack} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

function InvitationRow({
  invitation,
  onTakenBack,
}: {
  invitation: Invitation;
  onTakenBack: (id: number, sentence: string, going: Element | null) => Promise<void>;
}) {
  const { t, i18n } = useTranslation();
  const row = useRef<HTMLLIElement>(null);
  const { busy, failure, run } = useSending({ onGone: () => onTakenBack(invitation.id, t('people.gone'), row.current) });
  const { id, username, role, expires_at: until } = invitation;

  async function takeBack() {
    if (await run(() => takeInvitationBack(id))) await onTakenBack(id, t('people.takenBack', { name: username }), row.current);
  }
  return (
    <li className="person" ref={row}>
      <div className="person__who">
        <p className="person__name">{username}</p>
        <p className="muted">
          {t(`people.${role}`)} · {t('people.invitedUntil', { time: formatBaku(until, i18n.language) })}
        </p>
        <p className="field__error" role="alert">
          {failure && t(`people.${failure}`)}
        </p>
      </div>
      <button
        type="button"
        className="button button--quiet button--small button--danger"
        aria-disabled={busy}
        aria-label={t('people.takeBackLabel', { name: username })}
        onClick={() => void takeBack()}
      >
        {t('people.takeBack')}
      </button>
    </li>
  );
}
