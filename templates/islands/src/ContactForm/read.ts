import { one, ownText, type Read } from '../plain/props';
import type { ContactFormProps } from './props';

export const read = {
  email: (form) => one(form, '.contact-form__fallback a').textContent,
  labels: (form) => {
    const label = (name: string) => ownText(one(form, `[data-field="${name}"] label`));
    const [placeholder, ...subjects] = form.querySelectorAll('option');
    return {
      name: label('name'),
      email: label('email'),
      phone: label('phone'),
      subject: label('subject'),
      message: label('message'),
      phone_placeholder: one(form, '[name=phone]').getAttribute('placeholder') ?? '',
      subject_placeholder: placeholder?.textContent ?? '',
      subjects: subjects.map(({ value, textContent }) => ({ value, label: textContent })),
      send: one(form, '[type=submit]').textContent,
      required_note: one(form, '.contact-form__note').textContent,
      no_script: ownText(one(form, '.contact-form__fallback')),
    };
  },
} satisfies Read<ContactFormProps>;
