import { useId, useRef, useState, type SubmitEvent } from 'react';
import { useHydrated } from '../shared/hydrated';
import { Field } from './Field';
import { envelope, HONEYPOT, isRobot, missingFields, send } from './message';
import { SUBJECTS, type ContactFormProps } from './props';

type Status = 'idle' | 'sending' | 'success' | 'failure' | 'missing';

/** The fields are the browser's (uncontrolled): what was typed before hydration or before a failure simply stays. */
export function ContactForm({ endpoint, email, words, ...account }: ContactFormProps) {
  const [status, setStatus] = useState<Status>('idle');
  const [missing, setMissing] = useState<string[]>([]);
  const hydrated = useHydrated();
  const busy = useRef(false);
  const noteId = useId();

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy.current) return; // a second click before the button is disabled
    const form = event.currentTarget;
    const data = new FormData(form);

    const empty = missingFields(data);
    setMissing(empty);
    if (empty[0]) {
      setStatus('missing');
      (form.elements.namedItem(empty[0]) as HTMLElement).focus();
      return;
    }
    if (!form.reportValidity()) { // the browser's own e-mail check, in its own words
      setStatus('idle');
      return;
    }
    busy.current = true;
    setStatus('sending');
    const sent = isRobot(data) || await send(endpoint, envelope(account, data));
    busy.current = false;
    if (sent) form.reset();
    setStatus(sent ? 'success' : 'failure');
  };

  const failed = status === 'failure' || status === 'missing';
  const field = (name: string) => ({ name, invalid: missing.includes(name), describedBy: noteId });
  return (
    // `dialog`: without its island the form sends nothing anywhere, least of all what was typed into the address.
    <form className="contact-form" method="dialog" noValidate={hydrated} data-status={failed ? 'error' : status}
      aria-busy={status === 'sending'} onSubmit={(event) => void onSubmit(event)}>
      <p className="contact-form__fallback">{words.no_script} <a href={`mailto:${email}`}>{email}</a></p>
      <p className="contact-form__note">{words.required_note}</p>
      <Field {...field('name')} label={words.name} required autoComplete="name" />
      <Field {...field('email')} label={words.email} required type="email" autoComplete="email" />
      <Field {...field('phone')} label={words.phone} type="tel" autoComplete="tel" placeholder={words.phone_placeholder} />
      <Field {...field('subject')} label={words.subject} required
        options={[{ value: '', label: words.subject_placeholder }, ...SUBJECTS.map((value) => ({ value, label: words.subjects[value] }))]} />
      <Field {...field('message')} label={words.message} required multiline />
      <div className="contact-form__trap" aria-hidden="true">
        <input type="text" name={HONEYPOT} tabIndex={-1} autoComplete="off" aria-label={HONEYPOT} />
      </div>
      <button type="submit" className="contact-form__send" disabled={status === 'sending'}>
        {status === 'sending' ? words.sending : words.send}
      </button>
      <div id={noteId} className="contact-form__outcome">
        <p role="status">{status === 'success' ? words.success : status === 'sending' ? words.sending : ''}</p>
        <p role="alert">{failed ? words[status] : ''}</p>
      </div>
    </form>
  );
}
