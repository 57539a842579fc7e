import { type ChangeEvent, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { imageProblem, type ImageProblem } from './image-rules';

interface Props {
  image: File | null;
  /** Address of the image the post has. */
  current: string | null;
  onChange: (image: File | null) => void;
}

/** Shows a file under a temporary address, which is taken back when the file changes. */
function usePicture(file: File | null, current: string | null) {
  return useCallback(
    (element: HTMLImageElement | null) => {
      if (!element) return undefined;
      const url = file ? URL.createObjectURL(file) : null;
      element.src = url ?? current ?? '';
      return () => {
        if (url) URL.revokeObjectURL(url);
      };
    },
    [file, current],
  );
}

/** The post's picture: image files only; without a choice the current one stays. */
export function ImageField({ image, current, onChange }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const picture = usePicture(image, current);
  const [refused, setRefused] = useState<ImageProblem | null>(null);

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0] ?? null;
    const problem = file && imageProblem(file);
    setRefused(problem);
    if (problem) event.target.value = '';
    onChange(problem ? null : file);
  }

  function clear() {
    if (input.current) input.current.value = '';
    onChange(null);
  }

  return (
    <div className="image-field">
      <label className="field">
        <span className="field__label">{t('form.image')}</span>
        <input ref={input} name="image" type="file" accept="image/*" onChange={choose} aria-describedby="image-note" />
      </label>
      {(image ?? current) && <img ref={picture} className="image-field__picture" alt={t(image ? 'form.imageChosen' : 'form.imageCurrent')} />}
      <p className="image-field__note muted" id="image-note" role={refused ? 'alert' : undefined}>
        {refused && t(`form.${refused}`)}
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
