import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { mayHaveSucceeded, wrongFields } from '../api/errors';
import { addWebhook } from '../api/webhooks';
import { ShownOnce } from '../people/shown-once';
import { useFilled } from '../people/use-filled';
import { useSending } from '../people/use-sending';
import { useShownOnce } from '../people/use-shown-once';

/** What the server may say of an address, and how that is said here. */
const SENTENCES = {
  required: 'url_required',
  invalid: 'url_invalid',
  insecure: 'url_insecure',
  taken: 'url_taken',
  too_long: 'url_too_long',
  too_many: 'url_crowded',
} as const;
type Sentence = (typeof SENTENCES)[keyof typeof SENTENCES] | 'unsure';

function sentenceOf(error: unknown): Sentence | null {
  const codes: readonly string[] = wrongFields(error).url ?? [];
  return Object.entries(SENTENCES).find(([code]) => codes.includes(code))?.[1] ?? (mayHaveSucceeded(error) ? 'unsure' : null);
}

/** Adds a webhook, or tries to: `onEnd` in any case, because one whose answer is lost may be there. Its secret is there until the page is left or the webhook is among the `gone`, and nowhere after that. */
export function WebhookForm({ gone, onEnd }: { gone: readonly number[]; onEnd: () => void }) {
  const { t } = useTranslation();
  const { busy, failure, run, forget } = useSending();
  const address = useFilled();
  const id = useId();
  const [refused, setRefused] = useState<Sentence | null>(null);
  const { shown: added, show, keep, mayGo } = useShownOnce<{ id: number; url: string; secret: string }>(gone, busy);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const url = String(new FormData(event.currentTarget).get('url')).trim();
    if (!address.ask()) return forget();
    if (!mayGo()) return;
    await run(async () => {
      setRefused(null);
      try {
        const { id: made, url: kept, secret } = await addWebhook(url);
        address.taken();
        show({ id: made, url: kept, secret });
      } catch (error) {
        setRefused(sentenceOf(error));
        throw error;
      }
    });
    onEnd();
  }

  return (
    <>
      <form className="webhook-form" noValidate onSubmit={(event) => void submit(event)}>
        <label className="field" htmlFor={`${id}-url`}>
          <span className="field__label">{t('webhooks.url')}</span>
          <input
            {...address.input}
            id={`${id}-url`}
            name="url"
            type="text"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={2000}
            placeholder="https://"
            aria-describedby={`${id}-problem`}
          />
        </label>
        <p className="field__error webhook-form__problem" id={`${id}-problem`} role="alert">
          {address.blank ? t('webhooks.url_required') : failure && (refused ? t(`webhooks.${refused}`) : t(`people.${failure}`))}
        </p>
        <button type="submit" className="button button--primary" aria-disabled={busy}>
          {busy && <span className="spinner" aria-hidden="true" />}
          {t('webhooks.add')}
        </button>
      </form>
      {added && (
        <div className="notice">
          <p className="webhook__url">{t('webhooks.once', { url: added.url })}</p>
          <ShownOnce
            key={added.secret}
            words={added.secret}
            label={t('webhooks.secret')}
            button={t('webhooks.copy')}
            copied={t('webhooks.copied')}
            onCopied={keep}
          />
        </div>
      )}
    </>
  );
}
