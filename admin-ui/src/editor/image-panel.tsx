import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $getNodeByKey } from 'lexical';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { LibraryPicker } from '../library/library-picker';
import { ACCEPT, pictureProblem, type PictureProblem } from '../pictures/prepare';
import { uploads } from '../pictures/uploads';
import { atHome, isInsertablePicture } from '../rich-text/urls';
import { FilePicker } from '../ui/file-picker';
import { FloatingPanel } from './floating-panel';
import { $createImageNode, $isImageNode } from './nodes/image-node';
import { $insertPictures } from './text/insert-pictures';
import { $leavePicture } from './text/selected-picture';
import { $blockHere, useKeptHere } from './use-kept-here';
import { usePaintedSelection } from './use-painted-selection';
import { usePictureTexts } from './use-picture-texts';

type Problem = PictureProblem | 'imageNeeds';

/** New pictures: from files or an address, with their alternative text. */
export function InsertImagePanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [editor] = useLexicalComposerContext();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [address, setAddress, usedAddress] = useKeptHere('address', $blockHere);
  const [alt, setAlt, usedAlt] = useKeptHere('alt', $blockHere);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [choosing, setChoosing] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  usePaintedSelection();

  useEffect(() => first.current?.focus(), []);

  /** The addresses to put into the text, or what is wrong with the choice. */
  function sources(): string[] | Problem {
    const refused = files.map(pictureProblem).find((found) => found !== null);
    if (refused) return refused;
    if (files.length > 0) return files.map((file) => uploads.add(file));
    if (address.trim() === '') return 'imageNeeds';
    const src = atHome(address.trim());
    return isInsertablePicture(src) ? [src] : 'imageRefused';
  }

  function insert() {
    const chosen = sources();
    if (typeof chosen === 'string') return setProblem(chosen);
    put(chosen);
  }

  function put(chosen: readonly string[]) {
    editor.update(() => $insertPictures(chosen.map((src) => $createImageNode(src, chosen.length > 1 ? '' : alt.trim()))), {
      onUpdate: () => editor.focus(),
    });
    usedAddress();
    usedAlt();
    onClose();
  }

  function cancel() {
    onClose();
    editor.focus();
  }

  return (
    <FloatingPanel label={t('editor.image')} onConfirm={insert} onCancel={cancel}>
      <label className="field">
        <span className="field__label">{t('editor.imageFile')}</span>
        <FilePicker
          ref={first}
          accept={ACCEPT}
          multiple
          chosen={files.map(({ name }) => name).join(', ') || undefined}
          onChange={(event) => setFiles([...(event.target.files ?? [])])}
        />
      </label>
      <label className="field">
        <span className="field__label">{t('editor.imageUrl')}</span>
        <input type="text" inputMode="url" placeholder="https://" value={address} onChange={(event) => setAddress(event.target.value)} />
      </label>
      {files.length > 1 ? <p className="muted">{t('editor.imageAltEach')}</p> : <AltField value={alt} onChange={setAlt} />}
      <p className="field__error" id={`${id}-problem`} role="alert">
        {problem && t(`editor.${problem}`)}
      </p>
      <div className="floating__actions">
        <button type="button" className="button button--primary button--small" onClick={insert}>
          {t('editor.imageInsert')}
        </button>
        <button type="button" className="button button--small" onClick={() => setChoosing(true)}>
          {t('media.from')}
        </button>
        <button type="button" className="button button--quiet button--small" onClick={cancel}>
          {t('editor.close')}
        </button>
      </div>
      {/* Without a text of its own it is shown with the library's. */}
      {choosing && <LibraryPicker onClose={() => setChoosing(false)} onPick={({ url }) => put([url])} />}
    </FloatingPanel>
  );
}

interface EditProps {
  nodeKey: string;
  alt: string;
  caption: string | null;
}

/** The selected picture: its alternative text, its caption in this text, or away with it. */
export function EditImagePanel({ nodeKey, alt, caption }: EditProps) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const { typed, write } = usePictureTexts(nodeKey, { alt, caption });

  function leave() {
    const $leave = () => {
      const node = $getNodeByKey(nodeKey);
      if ($isImageNode(node)) $leavePicture(node);
    };
    editor.update($leave, { onUpdate: () => editor.focus() });
  }

  return (
    <FloatingPanel label={t('editor.image')} onConfirm={leave} onCancel={leave}>
      <AltField value={typed.alt} onChange={(value) => write('alt', value)} />
      <CaptionField value={typed.caption} onChange={(value) => write('caption', value)} />
      <div className="floating__actions">
        <button type="button" className="button button--primary button--small" onClick={leave}>
          {t('editor.close')}
        </button>
        <button
          type="button"
          className="button button--quiet button--small button--danger"
          onClick={() => editor.update(() => $getNodeByKey(nodeKey)?.remove(), { onUpdate: () => editor.focus() })}
        >
          {t('editor.imageDelete')}
        </button>
      </div>
    </FloatingPanel>
  );
}

function AltField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  return (
    <label className="field">
      <span className="field__label">{t('editor.imageAlt')}</span>
      <input type="text" value={value} placeholder={t('editor.imageAltHint')} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}

/** As the server bounds it. */
const LONGEST_CAPTION = 500;

/** A caption for this text alone; without one the library's is shown. */
function CaptionField({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <label className="check">
        <input type="checkbox" checked={value !== null} onChange={({ target }) => onChange(target.checked ? '' : null)} />
        <span>{t('editor.imageOwnCaption')}</span>
      </label>
      {value !== null && (
        <label className="field">
          <span className="field__label">{t('editor.imageCaption')}</span>
          <input
            type="text"
            value={value}
            maxLength={LONGEST_CAPTION}
            placeholder={t('editor.imageCaptionHint')}
            onChange={({ target }) => onChange(target.value)}
          />
        </label>
      )}
    </>
  );
}
