import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { endAllSessions, endSession, listSessions } from '../api/people';
import type { OwnSession } from '../api/types';
import { clearSession } from '../auth/session';
import { useMe } from '../auth/use-me';
import { formatBaku } from '../i18n/dates';
import { keepFocus } from '../ui/keep-focus';
import { NotLoaded } from '../ui/not-loaded';
import { AppearanceChoice } from './appearance-choice';
import { browserName } from './browser-name';
import { PasswordForm } from './password-form';
import { SecondStepSection } from './second-step-section';
import { signInTimes } from './sign-in-times';
import { useSending } from './use-sending';
import './people.css';

/** One's own account: the password, and where one is signed in. */
export function AccountPage() {
  const { t, i18n } = useTranslation();
  const me = useMe();
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: listSessions, staleTime: 0 });
  const [said, setSaid] = useState('');
  const title = useRef<HTMLHeadingElement>(null);
  const { busy, failure, run } = useSending();

  async function everywhere() {
    if (!window.confirm(t('account.everywhereConfirm'))) return;
    // The guard leads to the sign-in page.
    if (await run(endAllSessions)) clearSession();
  }
  async function ended(sentence: string, row: Element | null) {
    setSaid(sentence);
    await sessions.refetch();
    keepFocus(title.current, row);
  }

  const began = signInTimes(sessions.data ?? [], i18n.language);

  return (
    <div className="people">
      <section className="people__panel" aria-labelledby="password-title">
        <h2 className="panel__title" id="password-title">
          {t('account.passwordTitle')}
        </h2>
        {me && <p className="muted">{t('account.whoami', { name: me.username, role: t(`people.${me.role}`) })}</p>}
        <PasswordForm name={me?.username ?? ''} onChanged={() => void sessions.refetch()} />
      </section>
      <SecondStepSection name={me?.username ?? ''} onChanged={() => void sessions.refetch()} />
      <section className="people__panel" aria-labelledby="sessions-title">
        <h2 className="panel__title" id="sessions-title" ref={title} tabIndex={-1}>
          {t('account.sessionsTitle')}
        </h2>
        <p className="muted">{t('account.sessionsHint')}</p>
        <p role="status" className="people__said">
          {said}
        </p>
        <NotLoaded of={sessions} words={t('account.sessionsNotLoaded')} title={title} />
        <ul className="people__list">
          {sessions.data?.map((session, index) => (
            <SessionRow key={session.id} session={session} began={began[index] ?? ''} onEnded={ended} />
          ))}
        </ul>
        <div>
          <button type="button" className="button button--danger" aria-disabled={busy} onClick={() => void everywhere()}>
            {t('account.everywhere')}
          </button>
          <p className="field__error" role="alert">
            {failure && t(`people.${failure}`)}
          </p>
        </div>
      </section>
      <AppearanceChoice />
    </div>
  );
}

function SessionRow({
  session,
  began,
  onEnded,
}: {
  session: OwnSession;
  began: string;
  onEnded: (sentence: string, row: Element | null) => Promise<void>;
}) {
  const { t, i18n } = useTranslation();
  const row = useRef<HTMLLIElement>(null);
  const { busy, failure, run } = useSending({ onGone: () => onEnded(t('people.gone'), row.current) });
  const name = browserName(session.agent) ?? t('account.unknownBrowser');

  async function end() {
    if (await run(() => endSession(session.id))) await onEnded(t('account.ended', { name }), row.current);
  }
  return (
    <li className="person" ref={row}>
      <div className="person__who">
        <p className="person__name">
          {name}
          {session.current && <span className="person__me"> · {t('account.thisOne')}</span>}
        </p>
        <p className="muted">
          {[session.address, t('account.began', { time: began }), t('account.seen', { time: formatBaku(session.seen_at, i18n.language) })]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="field__error" role="alert">
          {failure && t(`people.${failure}`)}
        </p>
      </div>
      {!session.current && (
        <button
          type="button"
          className="button button--quiet button--small"
          aria-disabled={busy}
          aria-label={t('account.endLabel', { name, time: began })}
          onClick={() => void end()}
        >
          {t('account.end')}
        </button>
      )}
    </li>
  );
}
