import { type FormEvent, useId } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { Refused } from '../api/errors';
import { invite } from '../api/people';
import { type Role, ROLES } from '../api/types';
import { formatBaku } from '../i18n/dates';
import { ShownOnce } from './shown-once';
import { useFilled } from './use-filled';
import { useSending } from './use-sending';
import { useShownOnce } from './use-shown-once';

/** Name and role in, a link out: it is told once, because the server keeps no secret that it could show again, and not when it is among the `gone`. */
export function InviteForm({ gone, onInvited }: { gone: readonly number[]; onInvited: () => void }) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const { busy, failure, run, forget } = useSending({ refused: 'taken' });
  const name = useFilled();
  const { shown: link, show, keep, mayGo } = useShownOnce<{ id: number; name: string; url: string; until: string }>(gone, busy);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    if (!name.ask()) return forget();
    if (!mayGo()) return;
    const work = async () => {
      const made = await invite(String(data.get('username')).trim(), String(data.get('role')) as Role);
      name.taken();
      show({ id: made.id, name: made.username, url: new URL(made.url, location.origin).href, until: made.expires_at });
    };
    const told = ({ username }: Refused) => {
      if (username) name.refused();
      return false;
    };
    if (await run(work, told)) onInvited();
  }

  return (
    <>
      <form className="invite" noValidate onSubmit={(event) => void submit(event)}>
        <label className="field" htmlFor={`${id}-name`}>
          <span className="field__label">{t('people.username')}</span>
          <input
            {...name.input}
            id={`${id}-name`}
            name="username"
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={150}
            aria-invalid={name.blank || failure === 'taken'}
            aria-describedby={`${id}-problem`}
            onChange={(event) => {
              name.input.onChange(event);
              forget();
            }}
          />
        </label>
        <p className="field__error invite__problem" id={`${id}-problem`} role="alert">
          {name.blank ? t('people.nameless') : failure && t(`people.${failure}`)}
        </p>
        <label className="field" htmlFor={`${id}-role`}>
          <span className="field__label">{t('people.mayDo')}</span>
          <select id={`${id}-role`} name="role" defaultValue="editor">
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {t(`people.${role}`)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="button button--primary" aria-disabled={busy}>
          {busy && <span className="spinner" aria-hidden="true" />}
          {t('people.invite')}
        </button>
      </form>
      {link && (
        <div className="notice">
          <p>{t('people.linkFor', { name: link.name, time: formatBaku(link.until, i18n.language) })}</p>
          <ShownOnce
            key={link.url}
            words={link.url}
            label={t('people.link')}
            button={t('life.shareCopy')}
            copied={t('life.shareCopied')}
            onCopied={keep}
            notCopied="life.shareNotCopied"
          />
        </div>
      )}
    </>
  );
}
