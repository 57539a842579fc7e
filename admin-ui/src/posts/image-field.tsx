import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  image: File | null;
  /** Address of the image the post has. */
  current: string | null;
  onChange: (image: File | null) => void;
}

/** A temporary address for a file, taken back when the file changes. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => {
      URL.revokeObjectURL(created);
      setUrl(null);
    };
  }, [file]);
  return url;
}

/** The post's picture: image files only; without a choice the current one stays. */
export function ImageField({ image, current, onChange }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const chosen = useObjectUrl(image);
  const [refused, setRefused] = useState(false);

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0] ?? null;
    const isImage = file === null || file.type.startsWith('image/');
    setRefused(!isImage);
    if (!isImage) event.target.value = '';
    onChange(isImage ? file : null);
  }

  function clear() {
    if (input.current) input.current.value = '';
    onChange(null);
  }

  const shown = chosen ?? current;
  return (
    <div className="image-field">
      <label className="field">
        <span className="field__label">{t('form.image')}</span>
        <input ref={input} name="image" type="file" accept="image/*" onChange={choose} aria-describedby="image-note" />
      </label>
      {shown && <img className="image-field__picture" src={shown} alt={t(image ? 'form.imageChosen' : 'form.imageCurrent')} />}
      <p className="image-field__note muted" id="image-note" role={refused ? 'alert' : undefined}>
        {refused && t('form.imageType')}
        {!refused && image && (
          <>
            {image.name}{' '}
            <button type="button" className="button button--quiet button--small" onClick={clear}>
              {t('form.imageRemove')}
            </button>
          </>
        )}
        {!refused && !image && current && t('form.imageKeeps')}
      </p>
    </div>
  );
}
