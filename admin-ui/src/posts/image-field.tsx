import { type ComponentProps, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { LibraryPicker } from '../library/library-picker';
import { useWorkspace, useWorkspaceState } from '../saving/workspace-context';
import { FilePicker } from '../ui/file-picker';
import { imageProblem, type ImageProblem } from './image-rules';
import { type Described, OwnPictureText } from './own-picture-text';
import { useOwnPicture } from './use-own-picture';
import { useLibraryFile } from './use-library-file';
import { usePicture } from '../pictures/use-picture';

/** The post's picture: image files only; without a choice the current one stays, unless it is to go. */
export function ImageField({ onDescribe }: { onDescribe: (picture: Described) => void }) {
  const { t } = useTranslation();
  const { dispatch } = useWorkspace();
  const image = useWorkspaceState(({ form }) => form.image);
  const current = useWorkspaceState(({ form }) => (form.imageRemoved ? null : (form.base?.image ?? null)));
  const input = useRef<HTMLInputElement>(null);
  const own = useOwnPicture(current);
  const picture = usePicture(image, own.source);
  const [problem, setProblem] = useState<ImageProblem | null>(null);
  const [choosing, setChoosing] = useState(false);
  const pick = useWorkspaceState((state) => state.pick?.phase ?? null);
  const take = useLibraryFile(choose);

  /** Without this the browser would keep quiet when the same file is chosen again. */
  function forget(why: ImageProblem | null) {
    if (input.current) input.current.value = '';
    setProblem(why);
    dispatch({ type: 'image', image: null });
    // The button that was pressed is gone.
    if (!why) input.current?.focus();
  }

  function choose(file: File | null) {
    const refused = file && imageProblem(file);
    if (!file || refused) return forget(refused);
    setProblem(null);
    dispatch({ type: 'image', image: file });
  }

  return (
    <div className="image-field">
      <label className="field">
        <span className="field__label">{t('form.image')}</span>
        <FilePicker
          ref={input}
          name="image"
          accept="image/*"
          chosen={image?.name}
          aria-describedby="image-note"
          onChange={(event) => choose(event.target.files?.[0] ?? null)}
        />
      </label>
      <div className="image-field__library">
        <button type="button" className="button button--small" onClick={() => setChoosing(true)}>
          {t('media.from')}
        </button>
        <span className="image-field__coming muted" role="status">
          {pick === 'coming' && <span className="spinner" aria-hidden="true" />}
          {pick === 'coming' && t('media.fromComing')}
        </span>
      </div>
      {choosing && (
        <LibraryPicker
          onClose={() => setChoosing(false)}
          onPick={(picked) => {
            setChoosing(false);
            setProblem(null);
            void take(picked);
          }}
        />
      )}
      {(image ?? own.source) && (
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
          {problem ? t(`form.${problem}`) : pick === 'failed' && t('media.fromFailed')}
        </p>
        {!problem && image && (
          <button type="button" className="button button--quiet button--small" onClick={() => forget(null)}>
            {t('form.imageRemove')}
            <span className="visually-hidden">: {image.name}</span>
          </button>
        )}
        {!problem && !image && <StoredPicture picture={own} onDescribe={onDescribe} />}
      </div>
    </div>
  );
}

/** What happens to the picture that the post has: it stays, or it goes with the next save. */
function StoredPicture(own: ComponentProps<typeof OwnPictureText>) {
  const { t } = useTranslation();
  const { dispatch } = useWorkspace();
  const base = useWorkspaceState(({ form }) => form.base);
  const removed = useWorkspaceState(({ form }) => form.imageRemoved);
  if (!base?.image) return null;
  return (
    <>
      <p className="image-field__stored" role="status">
        <span className="muted">{t(removed ? 'form.imageGoes' : 'form.imageKeeps')}</span>
        <button
          type="button"
          className="button button--quiet button--small"
          onClick={() => dispatch({ type: 'imageRemoved', removed: !removed })}
        >
          {t(removed ? 'form.imageKeep' : 'form.imageDelete')}
        </button>
      </p>
      {!removed && <OwnPictureText {...own} />}
    </>
  );
}
