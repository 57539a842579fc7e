import { useId } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { FilePicker } from '../ui/file-picker';
import { KINDS } from './use-stored-files';

interface Props {
  busy: boolean;
  onFile: (file: File) => void;
}

/** Another file for the same picture, wherever it is shown. */
export function ReplaceFile({ busy, onFile }: Props) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="field replace-file">
      <label className="field__label" htmlFor={id}>
        {t('media.replace')}
      </label>
      <FilePicker
        id={id}
        accept={KINDS}
        chosen={undefined}
        disabled={busy}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Without this the browser would keep quiet when the same file is chosen again.
          target.value = '';
          if (file) onFile(file);
        }}
      />
      <p className="muted" id={`${id}-hint`}>
        {t('media.replaceHint')}
      </p>
    </div>
  );
}
