import { type ComponentProps, useId } from 'react';
import { useTranslation } from '../i18n/use-translation';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'value'> {
  /** Name of the chosen file, also of one that came back from an entry. */
  chosen: string | undefined;
}

/** The browser's own control speaks the browser's language; it lies unseen over this one, which speaks the interface's. */
export function FilePicker({ chosen, 'aria-describedby': description, ...input }: Props) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <span className="file">
      <span className="file__button" aria-hidden="true">
        {t('form.fileChoose')}
      </span>
      {/* The browser's control knows nothing of a file from an entry, so this one tells its name to everyone. */}
      <span id={id} className={`file__name${chosen ? '' : ' muted'}`} aria-hidden="true">
        {chosen ?? t('form.fileNone')}
      </span>
      <input {...input} type="file" className="file__input" aria-describedby={[id, description].filter(Boolean).join(' ')} />
    </span>
  );
}
