import { one, ownText, type Read } from '../plain/props';
import { SUBJECTS, type ContactFormProps, type ContactLabels } from './props';

export const read = {
  email: (form) => one(form, '.contact-form__fallback a').textContent,
  labels: (form) => {
    const label = (name: string) => ownText(one(form, `[data-field="${name}"] label`));
    const option = (value: string) => one(form, `option[value="${value}"]`).textContent;
    return {
      name: label('name'), email: label('email'), phone: label('phone'), subject: label('subject'), message: label('message'),
      phone_placeholder: one(form, '[name=phone]').getAttribute('placeholder') ?? '',
      subject_placeholder: option(''),
      subjects: Object.fromEntries(SUBJECTS.map((subject) => [subject, option(subject)])) as ContactLabels['subjects'],
      send: one(form, '[type=submit]').textContent,
      required_note: one(form, '.contact-form__note').textContent,
      no_script: ownText(one(form, '.contact-form__fallback')),
    };
  },
} satisfies Read<ContactFormProps>;
