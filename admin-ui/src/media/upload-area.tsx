import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { FilePicker } from '../ui/file-picker';
import { Icon } from '../ui/icon';
import { useOnline } from '../ui/use-online';
import { isUnderWay, KINDS, mayBeSentAgain, type StoredFile, useStoredFiles } from './use-stored-files';

interface Props {
  onStored: () => void;
  /** To see a picture that has arrived, wherever in the library it is: it may have been there before. */
  onOpen: (id: number) => void;
}

/** Pictures come in by choosing, dropping or pasting, several at once. */
export function UploadArea({ onStored, onOpen }: Props) {
  const { t } = useTranslation();
  const { files, add, retry, drop } = useStoredFiles(onStored);
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = useRef(add);
  // Said when all have an end, not at each step.
  const ended = files.length > 0 && !files.some(isUnderWay);
  useEffect(() => {
    take.current = add;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const pasted = pictures(event.clipboardData);
      if (pasted.length === 0 || isForSomethingElse(event) || hasWords(event.clipboardData, pasted)) return;
      event.preventDefault();
      take.current(pasted);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);

  /** The button that was pressed goes with what is done. */
  function afterwards(act: () => void) {
    picker.current?.focus();
    act();
  }

  return (
    <div
      className={`upload-area${over ? ' upload-area--over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        // What is no picture is told so: nothing else on this screen would say that it was seen.
        add(event.dataTransfer.files);
      }}
    >
      <label className="upload-area__label" htmlFor="media-files">
        {t(window.matchMedia('(pointer: coarse)').matches ? 'media.uploadTouch' : 'media.upload')}
      </label>
      <FilePicker
        ref={picker}
        id="media-files"
        accept={KINDS}
        multiple
        chosen={undefined}
        onChange={({ target }) => {
          add(target.files ?? []);
          // Without this the browser would keep quiet when the same file is chosen again.
          target.value = '';
        }}
      />
      <ul className="upload-area__list" aria-label={t('media.uploads')}>
        {files.map((file) => (
          <FileLine
            key={file.key}
            file={file}
            onOpen={onOpen}
            onRetry={() => afterwards(() => retry(file.key))}
            onDrop={() => afterwards(() => drop(file.key))}
          />
        ))}
      </ul>
      <p role="status" className="visually-hidden">
        {ended && t('media.arrived', { done: done(files), all: files.length })}
      </p>
    </div>
  );
}

interface LineProps {
  file: StoredFile;
  onOpen: (id: number) => void;
  onRetry: () => void;
  onDrop: () => void;
}

function FileLine({ file, onOpen, onRetry, onDrop }: LineProps) {
  const { t } = useTranslation();
  const { name, phase, sent, id } = file;
  // It goes on by itself only where the browser will say that the line is back.
  const online = useOnline();
  const under = phase === 'waiting' || phase === 'sending';
  const button = (words: string, act: () => void) => (
    <button type="button" className="button button--quiet button--small" aria-label={`${words}: ${name}`} onClick={act}>
      {words}
    </button>
  );
  return (
    <li className={`upload-area__file upload-area__file--${phase}`}>
      <span className="upload-area__name">{name}</span>
      {under && (
        <>
          <progress max={1} value={sent} aria-label={name} />
          {button(t('media.cancel'), onDrop)}
        </>
      )}
      {phase === 'done' && <span>{t('media.phase_done')}</span>}
      {id !== undefined && button(t('media.open'), () => onOpen(id))}
      {!under && phase !== 'done' && (
        <>
          <span className="field__error upload-area__failure">
            <Icon name="alert" />
            {t(`media.phase_${phase === 'offline' && online ? 'unreached' : phase}`)}
          </span>
          <span className="upload-area__again">
            {mayBeSentAgain(file) && button(t('media.again'), onRetry)}
            {button(t('media.drop'), onDrop)}
          </span>
        </>
      )}
    </li>
  );
}

function done(files: readonly StoredFile[]): number {
  return files.filter(({ phase }) => phase === 'done').length;
}

function pictures(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}

/** What is pasted into a field is its own affair, and below a dialog nothing is done. */
function isForSomethingElse({ target }: ClipboardEvent): boolean {
  const inField = target instanceof Element && target.closest('input:not([type="file"]), textarea, [contenteditable]') !== null;
  return inField || document.querySelector('dialog[open]') !== null;
}

/** A copied cell is there as words and as a picture of them; a copied file or picture, as itself and by its name or address. */
function hasWords(data: DataTransfer | null, files: readonly File[]): boolean {
  const lines = (data?.getData('text/plain') ?? '').split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.some((line) => !/^(?:https?|file|data):/.test(line) && !files.some(({ name }) => line.endsWith(name)));
}
