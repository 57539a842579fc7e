import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $getNodeByKey } from 'lexical';
import { type Ref, useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation';
import { mayRetry } from '../../pictures/problem';
import { type Upload, uploads } from '../../pictures/uploads';
import { useUpload } from '../../pictures/use-uploads';
import { Icon } from '../../ui/icon';

interface Props {
  ref: Ref<HTMLImageElement>;
  id: string;
  nodeKey: string;
  className: string;
  alt: string;
}

/** A picture that this browser holds: with its progress, a way to cancel, and after a failure a way to try again. */
export function UploadView({ ref, id, nodeKey, className, alt }: Props) {
  const { upload, preview } = useUpload(id);
  return (
    <span className={`editor-upload editor-upload--${upload.phase}`}>
      {preview === null ? (
        <span className={`${className} editor-upload__blank`} />
      ) : (
        <img ref={ref} className={className} src={preview} alt={alt} />
      )}
      {upload.phase !== 'done' && <UploadState id={id} nodeKey={nodeKey} upload={upload} />}
    </span>
  );
}

function UploadState({ id, nodeKey, upload }: { id: string; nodeKey: string; upload: Exclude<Upload, { phase: 'done' }> }) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const bar = useRef<HTMLSpanElement>(null);
  const failed = upload.phase === 'failed';

  // The keys of these buttons are not the text's.
  useEffect(() => {
    const element = bar.current;
    const stop = (event: Event) => event.stopPropagation();
    element?.addEventListener('keydown', stop);
    return () => element?.removeEventListener('keydown', stop);
  }, []);

  function remove() {
    editor.update(() => $getNodeByKey(nodeKey)?.remove(), { onUpdate: () => editor.focus() });
  }

  return (
    <span ref={bar} className="editor-upload__state" data-upload={upload.phase}>
      {failed ? (
        <span className="editor-upload__text" role="alert">
          {t('editor.uploadFailed')} {t(`editor.${upload.problem}`)}
        </span>
      ) : (
        <Progress sent={upload.phase === 'sending' ? upload.sent : null} />
      )}
      <span className="editor-upload__actions">
        {failed && mayRetry(upload.problem) && (
          <button type="button" className="button button--small" onClick={() => uploads.retry(id)}>
            {t('editor.uploadRetry')}
          </button>
        )}
        <button type="button" className="button button--quiet button--small" onClick={remove}>
          <Icon name={failed ? 'trash' : 'close'} />
          {t(failed ? 'editor.imageDelete' : 'editor.uploadCancel')}
        </button>
      </span>
    </span>
  );
}

/** Without a share the picture is still being made smaller, or waits for its turn. */
function Progress({ sent }: { sent: number | null }) {
  const { t } = useTranslation();
  const label = sent === null ? t('editor.uploadWaiting') : t('editor.uploadSending', { percent: Math.round(sent * 100) });
  return (
    <span className="editor-upload__text">
      {label}
      <progress className="editor-upload__progress" max={1} value={sent ?? undefined} aria-label={label} />
    </span>
  );
}
