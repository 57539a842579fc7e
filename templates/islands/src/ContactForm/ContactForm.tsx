import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { useHydrated } from '../shared/hydrated';
import { Field } from './Field';
import { envelope, HONEYPOT, isRobot, missingFields, send, type Required } from './message';
import type { ContactFormProps } from './props';

type Status = 'idle' | 'sending' | 'success' | 'failure' | 'missing';

/** The field that begins the row of each required one: the error stands over that row, in view with the field that takes the focus. */
const ROW = { name: 'name', email: 'name', subject: 'phone', message: 'message' } as const satisfies Record<Required, string>;

/** The fields are the browser's (uncontrolled): what was typed before hydration or before a failure simply stays. */
export function ContactForm({ endpoint, email, labels, words, ...account }: ContactFormProps) {
  const [status, setStatus] = useState<Status>('idle');
  const [missing, setMissing] = useState<Required[]>([]);
  const hydrated = useHydrated();
  const busy = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const noteId = useId();

  // Only once the error stands there, so that the field is described by it when it takes the focus.
  useEffect(() => {
    if (missing[0]) (element.current?.elements.namedItem(missing[0]) as HTMLElement | null)?.focus();
  }, [missing]);

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy.current) return; // a second click before the button is disabled
    const form = event.currentTarget;
    const data = new FormData(form);

    const empty = missingFields(data);
    setMissing(empty);
    if (empty[0]) {
      setStatus('missing');
      return;
    }
    if (!form.reportValidity()) { // the browser's own e-mail check, in its own words
      setStatus('idle');
      return;
    }
    busy.current = true;
    setStatus('sending');
    const letter = envelope(account, data);
    const sent = isRobot(data) || await send(endpoint, letter);
    busy.current = false;
    if (sent && envelope(account, new FormData(form)) === letter) form.reset(); // what was typed since is not sent yet
    setStatus(sent ? 'success' : 'failure');
  };

  const failed = status === 'failure' || status === 'missing';
  const field = (name: Required) => ({ name, invalid: missing.includes(name), describedBy: noteId });
  const notice = (row: string) => status === 'missing' && missing[0] && ROW[missing[0]] === row
    ? <p id={noteId} className="contact-form__alert" role="alert">{words.missing}</p> : null;
  return (
    // `dialog`: without its island the form sends nothing anywhere, least of all what was typed into the address.
    <form ref={element} className="contact-form" method="dialog" noValidate={hydrated} data-status={failed ? 'error' : status}
      aria-busy={status === 'sending'} onSubmit={(event) => void onSubmit(event)}>
      <p className="contact-form__fallback">{labels.no_script} <a href={`mailto:${email}`}>{email}</a></p>
      <p className="contact-form__note">{labels.required_note}</p>
      {notice('name')}
      <Field {...field('name')} label={labels.name} required autoComplete="name" />
      <Field {...field('email')} label={labels.email} required type="email" autoComplete="email" />
      {notice('phone')}
      <Field name="phone" label={labels.phone} type="tel" autoComplete="tel" placeholder={labels.phone_placeholder} />
      <Field {...field('subject')} label={labels.subject} required
        options={[{ value: '', label: labels.subject_placeholder }, ...labels.subjects]} />
      {notice('message')}
      <Field {...field('message')} label={labels.message} required multiline />
      <div className="contact-form__trap" aria-hidden="true">
        <input type="text" name={HONEYPOT} tabIndex={-1} autoComplete="off" aria-label={HONEYPOT} />
      </div>
      {/* The second half of a double click may come after the answer, when the form is empty again. */}
      <button type="submit" className="contact-form__send" disabled={status === 'sending'} onClick={(event) => { if (event.detail > 1) event.preventDefault(); }}>
        {status === 'sending' ? words.sending : labels.send}
      </button>
      <div className="contact-form__outcome">
        <p role="status">{status === 'success' ? words.success : status === 'sending' ? words.sending : ''}</p>
        {status === 'missing' ? null : <p className="contact-form__alert" role="alert">{status === 'failure' ? words.failure : ''}</p>}
      </div>
    </form>
  );
}
