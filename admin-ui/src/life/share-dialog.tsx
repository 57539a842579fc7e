import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { isShareOver, revokeShare, sharePost } from '../api/life';
import { formatBaku } from '../i18n/dates';
import { useWorkspace, useWorkspaceState } from '../saving/workspace-context';
import { copyWords } from '../ui/copy';
import { keepFocus } from '../ui/keep-focus';
import { Modal } from '../ui/modal';
import { useAskBeforeLosing } from '../ui/stay';
import { useAction } from './use-action';

/** A link that was made on this page. */
export interface Shared {
  post: number;
  url: string;
  /** It was copied. */
  kept: boolean;
}

/** The link that is shown, and what became of it here. */
interface Link {
  url: string | null;
  fate: 'made' | 'revoked' | 'lost' | null;
}

interface Props {
  /** That of this post: it outlives the dialog. */
  made: Shared | null;
  setMade: (change: (before: Shared | null) => Shared | null) => void;
  onClose: () => void;
}

/** A link for somebody without an account. The server tells it once: it keeps no secret that it could show again. */
export function ShareDialog({ made, setMade, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const until = useWorkspaceState(({ form }) => form.base?.life?.shared_until ?? null);
  // Somebody else may have revoked it.
  const [{ url, fate }, setLink] = useState<Link>({ url: until === null ? null : (made?.url ?? null), fate: null });
  /** Which link, and whether it worked: the browser may be asking while another one is made. */
  const [copied, setCopied] = useState<{ url: string; done: boolean } | null>(null);
  useAskBeforeLosing(url !== null && !(made?.url === url && made.kept), t('share.leave'));
  const keep = (link: string) => setMade((before) => (before?.url === link ? { ...before, kept: true } : before));
  const field = useRef<HTMLInputElement>(null);
  const maker = useRef<HTMLButtonElement>(null);
  const revoker = useRef<HTMLButtonElement>(null);
  const { busy, problem, run } = useAction();
  useLooking(url, until, (gone) => {
    setMade((before) => (before?.url === gone ? null : before));
    setLink((now) => (now.url === gone ? { url: null, fate: 'lost' } : now));
  });
  // The link took with it what stood beside it.
  useEffect(() => {
    if (fate === 'lost') keepFocus(maker.current);
  }, [fate]);

  const make = () =>
    run(async (id) => {
      const link = await sharePost(id);
      const { href } = new URL(link.url, location.origin);
      setMade(() => ({ post: id, url: href, kept: false }));
      setLink({ url: href, fate: 'made' });
    });
  const revoke = async () => {
    const failure = await run(
      async (id) => {
        await revokeShare(id);
        setMade(() => null);
        setLink({ url: null, fate: 'revoked' });
      },
      { keepFirst: false },
    );
    // The button that was pressed goes with the link.
    if (failure === null) keepFocus(maker.current, revoker.current);
  };

  async function copy(link: string) {
    // Where the browser does not copy, the person can.
    field.current?.focus();
    field.current?.select();
    const done = await copyWords(link);
    setCopied({ url: link, done });
    if (done) keep(link);
  }
  const told =
    copied !== null && copied.url === url ? (copied.done ? 'life.shareCopied' : 'life.shareNotCopied') : fate && (`share.${fate}` as const);

  return (
    <Modal title={t('share.title')} closeLabel={t('life.close')} onClose={onClose} size="small">
      <p>{t('share.text')}</p>
      {url !== null && (
        <div className="share">
          <input
            ref={field}
            type="text"
            readOnly
            value={url}
            aria-label={t('share.link')}
            onFocus={(event) => event.target.select()}
            onCopy={() => keep(url)}
          />
          <button type="button" className="button" onClick={() => void copy(url)}>
            {t('life.shareCopy')}
          </button>
        </div>
      )}
      {until !== null && (
        <div className="share__until">
          <p className="muted">{t(fate === 'lost' ? 'share.another' : 'share.until', { time: formatBaku(until, i18n.language) })}</p>
          <button
            ref={revoker}
            type="button"
            className="button button--quiet button--small button--danger"
            aria-disabled={busy}
            onClick={() => void revoke()}
          >
            {t('share.revoke')}
          </button>
        </div>
      )}
      <p role="status">{told && t(told)}</p>
      <p className="field__error" role="alert">
        {problem}
      </p>
      <div className="modal__actions">
        <button
          ref={maker}
          type="button"
          className={`button${url === null ? ' button--primary' : ''}`}
          aria-disabled={busy}
          onClick={() => void make()}
        >
          {busy && <span className="spinner" aria-hidden="true" />}
          {t(until === null ? 'share.make' : 'share.again')}
        </button>
        <button type="button" className="button button--quiet" onClick={onClose}>
          {t('life.close')}
        </button>
      </div>
    </Modal>
  );
}

/**
 * What others do to the links of the open post shows here, too: looked at when the dialog opens, when the store changes, and when one comes
 * back to the window. The server says until when the last link works, not which one that is, so the link itself is asked.
 */
function useLooking(url: string | null, until: string | null, onGone: (url: string) => void): void {
  const { reread } = useWorkspace();
  const look = useEffectEvent(async () => {
    if (url !== null && (await isShareOver(url))) onGone(url);
  });
  useEffect(() => void look(), [until]);
  useEffect(() => {
    const again = () => {
      void reread();
      void look();
    };
    void reread();
    window.addEventListener('focus', again);
    return () => window.removeEventListener('focus', again);
  }, [reread]);
}
