import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilePicker } from '../ui/file-picker';
import { imageProblem, type ImageProblem } from './image-rules';
import { usePicture } from './use-picture';

interface Props {
  image: File | null;
  /** Address of the image the post has. */
  current: string | null;
  onChange: (image: File | null) => void;
}

/** The post's picture: image files only; without a choice the current one stays. */
export function ImageField({ image, current, onChange }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const picture = usePicture(image, current);
  const [problem, setProblem] = useState<ImageProblem | null>(null);

  /** Without this the browser would keep quiet when the same file is chosen again. */
  function forget(why: ImageProblem | null) {
    if (input.current) input.current.value = '';
    setProblem(why);
    onChange(null);
  }

  function choose(file: File | null) {
    const refused = file && imageProblem(file);
    if (!file || refused) return forget(refused);
    setProblem(null);
    onChange(file);
  }

  return (
    <div className="image-field">
      <label className="field">
        <span className="field__label">{t('form.image')}</span>
        <FilePicker ref={input} name="image" accept="image/*" chosen={image?.name} aria-describedby="image-note" onChange={(event) => choose(event.target.files?.[0] ?? null)} />
      </label>
      {(image ?? current) && (
        <img
          ref={picture}
          className="image-field__picture"
          alt={t(image ? 'form.imageChosen' : 'form.imageCurrent')}
          onError={() => {
            if (image) forget('imageBroken');
          }}
        />
      )}
      <div className="image-field__note" id="image-note">
        <p className="field__error" role="alert">
          {problem && t(`form.${problem}`)}
        </p>
        {!problem && image && (
          <button type="button" className="button button--quiet button--small" onClick={() => forget(null)}>
            {t('form.imageRemove')}
            <span className="visually-hidden">: {image.name}</span>
          </button>
        )}
        {!problem && !image && current && <p className="muted">{t('form.imageKeeps')}</p>}
      </div>
    </div>
  );
}
