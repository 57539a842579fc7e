import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'value'> {
  /** Name of the chosen file, also of one that came back from a draft. */
  chosen: string | undefined;
}

/** The browser's own control speaks the browser's language; it lies unseen over this one, which speaks the interface's. */
export function FilePicker({ chosen, ...input }: Props) {
  const { t } = useTranslation();
  return (
    <span className="file">
      <span className="file__button" aria-hidden="true">
        {t('form.fileChoose')}
      </span>
      <span className={`file__name${chosen ? '' : ' muted'}`} aria-hidden="true">
        {chosen ?? t('form.fileNone')}
      </span>
      <input {...input} type="file" className="file__input" />
    </span>
  );
}
