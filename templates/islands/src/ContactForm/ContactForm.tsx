import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { useHydrated } from '../shared/hydrated';
import { fill } from '../shared/text';
import { Field } from './Field';
import { ADDRESS, envelope, HONEYPOT, missingFields, send, tooLong, type Limited, type Required } from './message';
import type { ContactFormProps } from './props';

type Status = 'idle' | 'sending' | 'success' | 'failure' | 'wrong';
/** What is wrong with fields: the first of them takes the focus. */
interface Wrong {
  fields: (Required | Limited)[];
  says: string;
}

/** The field that begins the row of each: the error stands over that row, in view with the field that takes the focus. */
const ROW = { name: 'name', email: 'name', phone: 'phone', subject: 'phone', message: 'message' } as const satisfies Record<
  Required | Limited,
  string
>;

/** The fields are the browser's (uncontrolled): what was typed before hydration or before a failure simply stays. */
export function ContactForm({ endpoint, email, labels, words, ...account }: ContactFormProps) {
  const [status, setStatus] = useState<Status>('idle');
  const [wrong, setWrong] = useState<Wrong>({ fields: [], says: '' });
  const hydrated = useHydrated();
  const busy = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  /** The button, if it was pressed: while it is disabled the focus is nowhere. */
  const pressed = useRef<HTMLElement>(null);
  const noteId = useId();

  // Only once the error stands there, so that the field is described by it when it takes the focus. Of a tall field that is partly
  // in view Chromium shows no more by itself, and the error stands over it: where both do not fit, the error goes first.
  useEffect(() => {
    const field = wrong.fields[0] && (element.current?.elements.namedItem(wrong.fields[0]) as HTMLElement | null);
    if (!field) return;
    field.focus({ preventScroll: true });
    const room = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop); // for the header
    const note = document.getElementById(noteId);
    const top = note?.getBoundingClientRect().top ?? room;
    if (top < room || field.getBoundingClientRect().bottom - top > innerHeight - 2 * room) note?.scrollIntoView();
    else field.scrollIntoView({ block: 'nearest' });
  }, [wrong, noteId]);

  // Back to it, so that Enter tries again; not from where the visitor has gone meanwhile.
  useEffect(() => {
    if (status !== 'sending' && document.activeElement === document.body) pressed.current?.focus({ preventScroll: true });
  }, [status]);

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy.current) return; // a second click before the button is disabled
    const form = event.currentTarget;
    const data = new FormData(form);

    const empty = missingFields(data);
    const long = tooLong(data);
    const found: Wrong = empty[0]
      ? { fields: empty, says: words.missing }
      : long
        ? { fields: [long.name], says: fill(words.too_long, { n: long.by }) }
        : { fields: [], says: '' };
    setWrong(found);
    if (found.says) {
      setStatus('wrong');
      return;
    }
    if (!form.reportValidity()) {
      // the browser's own e-mail check, in its own words
      setStatus('idle');
      return;
    }
    busy.current = true;
    pressed.current = form.querySelector('button:focus');
    setStatus('sending');
    const letter = envelope(account, data);
    const sent = await send(endpoint, letter);
    busy.current = false;
    if (sent && envelope(account, new FormData(form)) === letter) form.reset(); // what was typed since is not sent yet
    setStatus(sent ? 'success' : 'failure');
  };

  const failed = status === 'failure' || status === 'wrong';
  const field = (name: Required | Limited) => ({ name, invalid: wrong.fields.includes(name), describedBy: noteId });
  const notice = (row: string) =>
    status === 'wrong' && wrong.fields[0] && ROW[wrong.fields[0]] === row ? (
      <p id={noteId} className="contact-form__alert" role="alert">
        {wrong.says}
      </p>
    ) : null;
  return (
    // `dialog`: without its island the form sends nothing anywhere, least of all what was typed into the address.
    <form
      ref={element}
      className="contact-form"
      method="dialog"
      noValidate={hydrated}
      data-status={failed ? 'error' : status}
      aria-busy={status === 'sending' || undefined}
      onSubmit={(event) => void onSubmit(event)}
    >
      <p className="contact-form__note">{labels.required_note}</p>
      {notice('name')}
      <Field {...field('name')} label={labels.name} required autoComplete="name" />
      <Field {...field('email')} label={labels.email} required type="email" autoComplete="email" pattern={hydrated ? ADDRESS : undefined} />
      {notice('phone')}
      <Field {...field('phone')} label={labels.phone} type="tel" autoComplete="tel" placeholder={labels.phone_placeholder} />
      <Field
        {...field('subject')}
        label={labels.subject}
        required
        options={[{ value: '', label: labels.subject_placeholder }, ...labels.subjects]}
      />
      {notice('message')}
      <Field {...field('message')} label={labels.message} required multiline />
      <div className="contact-form__trap" aria-hidden="true">
        <input name={HONEYPOT} tabIndex={-1} autoComplete="off" />
      </div>
      {/* Beside the button, for who presses it while the code does not come (the loader then tries again). */}
      <p className="contact-form__fallback" aria-live="polite">
        {`${labels.no_script} `}
        <a href={`mailto:${email}`}>{email}</a>
      </p>
      {/* The second half of a double click may come after the answer, when the form is empty again. */}
      <button
        type="submit"
        className="contact-form__send"
        disabled={status === 'sending'}
        onClick={(event) => {
          if (event.detail > 1) event.preventDefault();
        }}
      >
        {status === 'sending' ? words.sending : labels.send}
      </button>
      <div className="contact-form__outcome">
        <p role="status">{status === 'success' ? words.success : status === 'sending' ? words.sending : ''}</p>
        {status === 'wrong' ? null : (
          <p className="contact-form__alert" role="alert">
            {status === 'failure' ? words.failure : ''}
          </p>
        )}
      </div>
    </form>
  );
}
