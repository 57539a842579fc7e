import { useId, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { changeUser, removeUser, resetSecondStep } from '../api/people';
import { type Role, ROLES, type User } from '../api/types';
import { formatBaku } from '../i18n/dates';
import { useLastChoice } from './use-last-choice';
import { useSending } from './use-sending';

interface Props {
  user: User;
  /** Whether it is oneself. */
  me: boolean;
  onChanged: (sentence: string) => Promise<void>;
  /** `going` is what the change takes away with it. */
  onTaken: (sentence: string, going: Element | null) => Promise<void>;
}

/** One user: what they may do, and the ways out. */
export function UserRow({ user, me, onChanged, onTaken }: Props) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const row = useRef<HTMLLIElement>(null);
  const { busy, failure, run, idle } = useSending({ onGone: () => onTaken(t('people.gone'), row.current) });
  const reset = useRef<HTMLButtonElement>(null);
  const { shown, choose } = useLastChoice<Role>(idle);
  const { username: name, disabled } = user;

  async function give(role: Role) {
    const question = questionBefore(role);
    if (question !== null && !window.confirm(question)) return;
    await choose(role, {
      before: user.role,
      save: (next) => run(() => changeUser(user.id, { role: next })),
      tell: (saved) => onChanged(t('people.nowRole', { name, role: t(`people.${saved}`) })),
    });
  }
  /** By keyboard every step through the list is a choice: what cannot be taken back, or gives all there is, is asked about. */
  function questionBefore(role: Role): string | null {
    if (role === user.role) return null;
    if (me) return t('people.ownRoleConfirm', { role: t(`people.${role}`) });
    return role === 'owner' ? t('people.ownerConfirm', { name }) : null;
  }
  async function shut() {
    if (!disabled && !window.confirm(t('people.disableConfirm', { name }))) return;
    if (await run(() => changeUser(user.id, { disabled: !disabled })))
      await onChanged(t(disabled ? 'people.enabled' : 'people.disabled', { name }));
  }
  async function resetStep() {
    if (!window.confirm(t('secondStep.resetConfirm', { name }))) return;
    if (await run(() => resetSecondStep(user.id))) await onTaken(t('secondStep.wasReset', { name }), reset.current);
  }
  async function remove() {
    if (!window.confirm(t('people.removeConfirm', { name }))) return;
    if (await run(() => removeUser(user.id))) await onTaken(t('people.removed', { name }), row.current);
  }

  return (
    <li className={`person${disabled ? ' person--disabled' : ''}`} data-user-id={user.id} ref={row}>
      <div className="person__who">
        <p className="person__name">
          {name}
          {me && <span className="person__me"> · {t('people.me')}</span>}
        </p>
        <p className="muted">
          {disabled
            ? t('people.isDisabled')
            : user.seen_at
              ? t('people.seen', { time: formatBaku(user.seen_at, i18n.language) })
              : t('people.notSeen')}
          {user.second_step && ` · ${t('secondStep.userOn')}`}
        </p>
        <p className="field__error" role="alert">
          {failure && t(`people.${failure}`)}
        </p>
      </div>
      <div className="person__tools">
        <label className="person__role" htmlFor={id}>
          <span className="visually-hidden">{t('people.roleOf', { name })}</span>
          <select
            id={id}
            value={shown?.value ?? user.role}
            aria-disabled={busy}
            onChange={(event) => void give(event.target.value as Role)}
          >
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {t(`people.${role}`)}
              </option>
            ))}
          </select>
        </label>
        {user.second_step && !me && (
          <button
            ref={reset}
            type="button"
            className="button button--quiet button--small"
            aria-disabled={busy}
            aria-label={t('secondStep.resetLabel', { name })}
            onClick={() => void resetStep()}
          >
            {t('secondStep.reset')}
          </button>
        )}
        <div className="person__ways">
          <button
            type="button"
            className="button button--quiet button--small"
            aria-disabled={busy}
            aria-label={t(disabled ? 'people.enableLabel' : 'people.disableLabel', { name })}
            onClick={() => void shut()}
          >
            {t(disabled ? 'people.enable' : 'people.disable')}
          </button>
          <button
            type="button"
            className="button button--quiet button--small button--danger"
            aria-disabled={busy}
            aria-label={t('people.removeLabel', { name })}
            onClick={() => void remove()}
          >
            {t('people.remove')}
          </button>
        </div>
      </div>
    </li>
  );
}
