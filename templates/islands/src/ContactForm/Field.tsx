import { Icon } from '../shared/Icon';

interface Props {
  name: string;
  label: string;
  invalid?: boolean;
  /** Id of the message that explains `invalid`. */
  describedBy?: string;
  type?: 'text' | 'email' | 'tel';
  required?: boolean;
  autoComplete?: string;
  placeholder?: string;
  /** Of the browser's own check. */
  pattern?: string;
  multiline?: boolean;
  options?: { value: string; label: string }[];
}

export function Field({ name, label, invalid, describedBy, type = 'text', multiline, options, required, ...rest }: Props) {
  const id = `contact-${name}`; // a page has one such form
  const common = {
    id,
    name,
    required,
    className: 'field__input',
    // Chromium calls a choice that is not made yet wrong, unless it is told otherwise.
    'aria-invalid': invalid || (options ? false : undefined),
    'aria-describedby': invalid ? describedBy : undefined,
  };
  return (
    <div className="field" data-field={name}>
      <label htmlFor={id}>
        {label}
        {required ? (
          <span className="field__mark" aria-hidden="true">
            {' '}
            *
          </span>
        ) : null}
      </label>
      {options ? (
        <div className="field__select">
          <select {...common}>
            {options.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </div>
      ) : multiline ? (
        <textarea {...common} rows={6} />
      ) : (
        <input {...common} {...rest} type={type} />
      )}
    </div>
  );
}
