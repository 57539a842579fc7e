import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { mayHaveSucceeded } from '../api/errors';
import { makeToken, TOKEN_ROLES, type TokenRole } from '../api/tokens';
import { ShownOnce } from '../people/shown-once';
import { useFilled } from '../people/use-filled';
import { useSending } from '../people/use-sending';
import { useShownOnce } from '../people/use-shown-once';
import './tokens.css';

/** Lives to choose from, in days; `0` until it is revoked. */
const LIVES = [30, 90, 365, 0] as const;

/** Makes a token, or tries to: `onEnd` in any case, because one whose answer is lost may be there. Its secret is there until the page is left or the token is among the `gone`, and nowhere after that. */
export function TokenForm({ gone, onEnd }: { gone: readonly number[]; onEnd: () => void }) {
  const { t } = useTranslation();
  const { busy, failure, run, forget } = useSending({ refused: 'taken' });
  const [unsure, setUnsure] = useState(false);
  const purpose = useFilled();
  const id = useId();
  const { shown, show, keep, mayGo } = useShownOnce<{ id: number; name: string; secret: string }>(gone, busy);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    if (!purpose.ask()) return forget();
    if (!mayGo()) return;
    const name = String(data.get('token_name')).trim();
    const days = Number(data.get('days'));
    await run(async () => {
      try {
        const { id: made, secret } = await makeToken(name, String(data.get('role')) as TokenRole, days === 0 ? null : days);
        purpose.taken();
        show({ id: made, name, secret });
      } catch (error) {
        setUnsure(mayHaveSucceeded(error));
        throw error;
      }
    });
    onEnd();
  }

  return (
    <>
      <form className="token-form" noValidate onSubmit={(event) => void submit(event)}>
        <label className="field" htmlFor={`${id}-name`}>
          <span className="field__label">{t('tokens.name')}</span>
          <input
            {...purpose.input}
            id={`${id}-name`}
            name="token_name"
            type="text"
            autoComplete="off"
            maxLength={100}
            aria-describedby={`${id}-problem`}
          />
        </label>
        <p className="field__error token-form__problem" id={`${id}-problem`} role="alert">
          {purpose.blank
            ? t('tokens.nameless')
            : failure && t(unsure ? 'tokens.unsure' : failure === 'taken' ? 'tokens.taken' : `people.${failure}`)}
        </p>
        <label className="field" htmlFor={`${id}-role`}>
          <span className="field__label">{t('people.mayDo')}</span>
          <select id={`${id}-role`} name="role" defaultValue="author">
            {TOKEN_ROLES.map((role) => (
              <option key={role} value={role}>
                {t(`people.${role}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="field" htmlFor={`${id}-days`}>
          <span className="field__label">{t('tokens.life')}</span>
          <select id={`${id}-days`} name="days" defaultValue={90}>
            {LIVES.map((days) => (
              <option key={days} value={days}>
                {days === 0 ? t('tokens.endless') : t('tokens.days', { count: days })}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="button button--primary" aria-disabled={busy}>
          {busy && <span className="spinner" aria-hidden="true" />}
          {t('tokens.make')}
        </button>
      </form>
      {shown && (
        <div className="notice">
          <p>{t('tokens.once', { name: shown.name })}</p>
          <ShownOnce
            key={shown.secret}
            words={shown.secret}
            label={t('tokens.secret')}
            button={t('tokens.copy')}
            copied={t('tokens.copied')}
            onCopied={keep}
          />
          <p className="muted">
            <code>Authorization: Bearer cms_…</code>
          </p>
        </div>
      )}
    </>
  );
}
