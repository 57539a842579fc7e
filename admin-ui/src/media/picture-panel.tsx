import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { statusOf } from '../api/errors';
import { deleteMedia, readMedia, sourceOf } from '../api/library';
import type { LibraryPicture, Versioned } from '../api/types';
import { formatBaku, formatDate } from '../i18n/dates';
import type { PeopleFailure } from '../people/failure';
import { useSending } from '../people/use-sending';
import { copyWords } from '../ui/copy';
import { keepFocus } from '../ui/keep-focus';
import { Modal } from '../ui/modal';
import { NotLoaded } from '../ui/not-loaded';
import { useAskBeforeBack } from '../ui/stay';
import { setUnsaved } from '../ui/unsaved';
import { useWhileHere } from '../ui/while-here';
import { FocalPoint } from './focal-point';
import { PictureTexts } from './picture-texts';
import { PictureUses } from './picture-uses';
import { ReplaceFile } from './replace-file';
import { usePictureEdits } from './use-picture-edits';
import './media.css';

/** Of what is unsaved here, and not on the page below. */
const HOLDER = 'picture';

interface Props {
  id: number;
  onClose: () => void;
  onChanged: (picture: LibraryPicture) => void;
  onGone: (picture: LibraryPicture) => void;
  /** Something did not work, and the panel was closed by then; left out, the browser says it. */
  onUnheard?: (picture: LibraryPicture, why: string) => void;
}

/** All that is known of a picture, and what may be done with it. */
export function PicturePanel({ id, onClose, onChanged, onGone, onUnheard }: Props) {
  const { t } = useTranslation();
  const opened = useQuery({ queryKey: ['media-picture', id], queryFn: () => readMedia(id), staleTime: 0, gcTime: 0 });
  const dirty = useRef(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => () => setUnsaved(false, HOLDER), []);

  function close() {
    if (!dirty.current || window.confirm(t('media.leave'))) onClose();
  }
  function onDirty(is: boolean) {
    dirty.current = is;
    setUnsaved(is, HOLDER);
  }
  const title = opened.data?.value.file_name || t('media.number', { id });
  return (
    <Modal title={title} closeLabel={t('media.close')} size="side" heading={heading} onClose={close}>
      {statusOf(opened.error) === 404 ? (
        <p className="notice notice--problem" role="alert">
          {t('media.gone')}
        </p>
      ) : (
        <NotLoaded of={opened} words={t('media.pictureFailed')} title={heading} />
      )}
      {opened.data && <Opened opened={opened.data} onDirty={onDirty} onChanged={onChanged} onGone={onGone} onUnheard={onUnheard} />}
    </Modal>
  );
}

/** Why a file does not take a picture's place, by status. */
type Refusal = 'phase_refused' | 'known' | 'phase_tooLarge';
const REFUSALS: Readonly<Record<number, Refusal>> = { 400: 'phase_refused', 409: 'known', 413: 'phase_tooLarge' };

function sentenceOf(failure: PeopleFailure) {
  const known = { lastOwner: 'media.inUse', notAllowed: 'media.notAllowed', changed: 'media.changed', gone: 'media.gone' } as const;
  return failure in known ? known[failure as keyof typeof known] : 'list.notLoaded';
}

interface OpenedProps extends Omit<Props, 'id' | 'onClose' | 'onUnheard'> {
  onUnheard: Props['onUnheard'];
  opened: Versioned<LibraryPicture>;
  onDirty: (dirty: boolean) => void;
}

function Opened({ opened, onDirty, onChanged, onGone, onUnheard }: OpenedProps) {
  const { t, i18n } = useTranslation();
  const { picture, said, dirty, edit, save, replace } = usePictureEdits(opened);
  const queries = useQueryClient();
  const { busy, failure, run } = useSending({ onUnheard: (why) => unheard(t(sentenceOf(why))) });
  const isHere = useWhileHere();
  const [done, setDone] = useState('');
  const [refused, setRefused] = useState<Refusal | null>(null);
  // How often in a row the browser has not copied: each time is told, and the address selected.
  const [byHand, setByHand] = useState(0);
  const copier = useRef<HTMLButtonElement>(null);
  useEffect(() => onDirty(dirty));
  useAskBeforeBack(dirty);
  const { editable, goes_at: goes } = picture;

  function unheard(why: string) {
    if (onUnheard) onUnheard(picture, why);
    else window.alert(t('media.unheard', { name: picture.file_name || t('media.number', { id: picture.id }), why }));
  }
  async function store() {
    setDone('');
    setRefused(null);
    await run(async () => {
      onChanged(await save());
      setDone(t('media.savedHere'));
    });
  }
  async function put(file: File) {
    if (!window.confirm(t('media.replaceConfirm', { name: file.name }))) return;
    setDone('');
    setRefused(null);
    // Beside what the panel holds: the file goes on when the panel is closed.
    const holder = `file of picture ${picture.id}`;
    setUnsaved(true, holder);
    await run(async () => {
      try {
        onChanged(await replace(file));
        setDone(t('media.replaced'));
      } catch (error) {
        const refusal = REFUSALS[statusOf(error) ?? 0];
        if (!refusal) throw error;
        if (isHere()) setRefused(refusal);
        else unheard(t(`media.${refusal}`));
      } finally {
        setUnsaved(false, holder);
      }
    });
  }
  async function remove() {
    if (!window.confirm(t('media.deleteConfirm'))) return;
    setRefused(null);
    await run(async () => {
      try {
        await deleteMedia(picture.id);
        onGone(picture);
      } catch (error) {
        // What is shown of it is not so any more.
        if ([404, 409].includes(statusOf(error)))
          await Promise.all([['media'], ['media-uses', picture.id]].map((queryKey) => queries.invalidateQueries({ queryKey })));
        throw error;
      }
    });
  }
  async function copy() {
    const copied = await copyWords(picture.url);
    setByHand((times) => (copied ? 0 : times + 1));
    setDone(t(copied ? 'media.copied' : 'media.copyFailed'));
  }

  return (
    <>
      <FocalPoint
        {...picture}
        url={sourceOf(picture)}
        point={{ x: said.focus_x, y: said.focus_y }}
        onPoint={editable ? ({ x, y }) => edit({ focus_x: x, focus_y: y }) : undefined}
      />
      <p className="muted">
        {t('media.facts', {
          width: picture.width,
          height: picture.height,
          size: Math.max(1, Math.round(picture.size / 1024)),
          time: formatBaku(picture.created_at, i18n.language),
        })}
        {picture.created_by && ` · ${picture.created_by}`}
      </p>
      {goes && <p className="muted">{t('media.goesUnless', { time: formatDate(goes, i18n.language) })}</p>}
      {!editable && <p className="notice">{t('media.notAllowed')}</p>}
      <PictureTexts said={said} onText={editable ? edit : undefined} />
      <div className="panel__tools">
        {editable && (
          <button type="button" className="button button--primary" aria-disabled={busy || !dirty} onClick={() => dirty && void store()}>
            {t('media.save')}
          </button>
        )}
        <button ref={copier} type="button" className="button" onClick={() => void copy()}>
          {t('media.copy')}
        </button>
        {editable && (
          <button type="button" className="button button--quiet button--danger" aria-disabled={busy} onClick={() => void remove()}>
            {t('media.delete')}
          </button>
        )}
      </div>
      {byHand > 0 && <ByHand key={byHand} address={picture.url} from={copier} />}
      {editable && <ReplaceFile busy={busy} onFile={(file) => void put(file)} />}
      <p role="status" className="media__said">
        {done && <span key={byHand}>{done}</span>}
      </p>
      <p className="field__error" role="alert">
        {refused && t(`media.${refused}`)}
        {failure && t(sentenceOf(failure))}
      </p>
      <PictureUses id={picture.id} />
    </>
  );
}

/** The address where the browser does not copy it: selected, unless the person has gone on from the button `from`. */
function ByHand({ address, from }: { address: string; from: RefObject<HTMLButtonElement | null> }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => keepFocus(field.current, from.current), [from]);
  return (
    <input ref={field} type="text" readOnly value={address} aria-label={t('media.address')} onFocus={({ target }) => target.select()} />
  );
}
