import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { statusOf } from '../api/errors';
import { listTokens, revokeToken } from '../api/tokens';
import type { ApiToken } from '../api/types';
import { useMe } from '../auth/use-me';
import { formatBaku } from '../i18n/dates';
import { useSending } from '../people/use-sending';
import { useTaken } from '../people/use-taken';
import { NotLoaded } from '../ui/not-loaded';
import { TokenForm } from './token-form';
import '../people/people.css';

/** By what scripts call the API: for owners. */
export function TokensPage() {
  const { t } = useTranslation();
  const me = useMe();
  const list = useQuery({ queryKey: ['tokens'], queryFn: listTokens, staleTime: 0 });
  const [said, setSaid] = useState('');
  const { gone, title, taken } = useTaken((sentence) => {
    setSaid(sentence);
    return list.refetch();
  });

  if ((me && me.role !== 'owner') || statusOf(list.error) === 403)
    return <p className="notice notice--problem">{t('people.notAllowed')}</p>;
  return (
    <div className="people">
      <section className="people__panel" aria-labelledby="token-title">
        <h2 className="panel__title" id="token-title">
          {t('tokens.newTitle')}
        </h2>
        <p className="muted">{t('tokens.hint')}</p>
        <TokenForm gone={gone} onEnd={() => void list.refetch()} />
      </section>
      <section className="people__panel" aria-labelledby="tokens-title">
        <h2 className="panel__title" id="tokens-title" ref={title} tabIndex={-1}>
          {t('screens.tokens')}
        </h2>
        <p role="status" className="people__said">
          {said}
        </p>
        <NotLoaded of={list} words={t('tokens.failed')} title={title} />
        {list.data?.length === 0 && <p className="muted">{t('tokens.none')}</p>}
        <ul className="people__list">
          {list.data?.map((token) => (
            <TokenRow key={token.id} token={token} onTaken={taken} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function TokenRow({ token, onTaken }: { token: ApiToken; onTaken: (id: number, sentence: string, row: Element | null) => Promise<void> }) {
  const { t, i18n } = useTranslation();
  const row = useRef<HTMLLIElement>(null);
  const { busy, failure, run } = useSending({ onGone: () => onTaken(token.id, t('people.gone'), row.current) });
  const { id, name, role, created_by: by, created_at: at, expires_at: ends, expired, used_at: used, used_from: from } = token;
  const time = (moment: string) => formatBaku(moment, i18n.language);

  async function revoke() {
    if (!window.confirm(t('tokens.revokeConfirm', { name }))) return;
    if (await run(() => revokeToken(id))) await onTaken(id, t('tokens.revoked', { name }), row.current);
  }
  return (
    <li className={`person${expired ? ' person--disabled' : ''}`} data-token-id={id} ref={row}>
      <div className="person__who">
        <p className="person__name">{name}</p>
        <p className="muted">
          {t(`people.${role}`)} · {ends === null ? t('tokens.endless') : t(expired ? 'tokens.ended' : 'tokens.until', { time: time(ends) })}
        </p>
        <p className="muted">
          {used === null ? t('tokens.unused') : t('tokens.used', { time: time(used), from })} ·{' '}
          {by === '' ? t('tokens.madeByShell', { time: time(at) }) : t('tokens.made', { time: time(at), by })}
        </p>
        <p className="field__error" role="alert">
          {failure && t(`people.${failure}`)}
        </p>
      </div>
      <button
        type="button"
        className="button button--quiet button--small button--danger"
        aria-disabled={busy}
        aria-label={t('tokens.revokeLabel', { name })}
        onClick={() => void revoke()}
      >
        {t('tokens.revoke')}
      </button>
    </li>
  );
}
