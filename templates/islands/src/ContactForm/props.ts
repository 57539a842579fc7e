export interface ContactFormProps {
  /** The e-mail service's send endpoint or the CMS's own `/api/contact/`. */
  endpoint: string;
  service_id: string;
  template_id: string;
  user_id: string;
  /** Offered where the form cannot work. */
  email: string;
  /** Of `form` in `pages/contact.toml`: what the form shows from the start. */
  labels: ContactLabels;
  /** And what it says later. */
  words: {
    sending: string;
    success: string;
    failure: string;
    missing: string;
    /** `{n}`: how many letters there are too many. */ too_long: string;
  };
}

export interface ContactLabels {
  name: string;
  email: string;
  phone: string;
  phone_placeholder: string;
  subject: string;
  subject_placeholder: string;
  /** What a message may be about, in the order of the list. */
  subjects: { value: string; label: string }[];
  message: string;
  send: string;
  required_note: string;
  no_script: string;
}
