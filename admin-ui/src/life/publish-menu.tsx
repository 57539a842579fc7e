import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from '../i18n/use-translation';
import { dropDraft } from '../api/drafts';
import { goneInAnyCase } from '../api/errors';
import { cancelSchedule } from '../api/life';
import { LANGUAGES } from '../api/types';
import { useMe } from '../auth/use-me';
import { isBlank } from '../form/fields';
import { isLive } from '../form/state';
import { useAbove } from '../saving/use-above';
import { editedId, useWorkspace, useWorkspaceState } from '../saving/workspace-context';
import { Icon } from '../ui/icon';
import { PlansDialog, PublishDialog, RedirectDialog, ShareDialog, TakeOffDialog } from './parts';
import { plansOf } from './plans';
import type { Shared } from './share-dialog';

/** The only plan: without a dialog that would say what came of it. */
const CANCELLED = { keepFirst: false, tell: true, comes: { kind: 'unplanned', all: false } } as const;

type Panel = 'publish' | 'takeOff' | 'share' | 'plans' | 'redirect';

/** Beside the form's button: what else can become of the post. What only editors may do is not offered to authors, who ask. */
export function PublishMenu({ onAsk }: { onAsk: () => void }) {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  const writes = useMe()?.role === 'author';
  const [open, setOpen] = useState(false);
  const [panel, setPanel] = useAbove<Panel>();
  /** A link is told once: who closes its dialog finds it there again. */
  const [made, setMade] = useState<Shared | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const listId = useId();
  const able = useWorkspaceState(({ form }) => form.base !== null || !isBlank(form.fields));
  const leaves = useWorkspaceState(
    ({ form }) => form.base !== null && (isLive(form) || LANGUAGES.some((language) => form.base?.life?.languages[language].publish_at)),
  );
  const elsewhere = useWorkspaceState(({ form }) => (isLive(form) ? null : (form.base?.life?.redirect_to ?? null)));
  const id = useWorkspaceState(editedId);
  const copied = useWorkspaceState(({ form }) => isLive(form) && form.base?.life?.exists === true);
  const scheduled = useWorkspaceState(({ form }) => LANGUAGES.some((language) => form.base?.life?.languages[language].scheduled_at));
  const several = useWorkspaceState(({ form }) => plansOf(form.base?.life?.languages).length > 1);

  function close() {
    setOpen(false);
    button.current?.focus();
  }
  function choose(work: () => void) {
    close();
    work();
  }
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  /** Opens the list, if it is not open, with the focus on one of its items; counted from the end below zero. */
  function goTo(index: number) {
    flushSync(() => setOpen(true));
    items().at(index)?.focus();
  }
  /** The keys of a menu and of the button that opens it. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const all = items();
    const at = open ? all.findIndex((item) => item === document.activeElement) : -1;
    const letter = (item: HTMLElement) => item.textContent.toLowerCase().startsWith(event.key.toLowerCase());
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => goTo(at + 1 < all.length ? at + 1 : 0),
      ArrowUp: () => goTo(at > 0 ? at - 1 : -1),
      ...(open && { Escape: close, Home: () => goTo(0), End: () => goTo(-1) }),
    };
    const key = keys[event.key];
    if (key) {
      event.preventDefault();
      event.stopPropagation();
      key();
    } else if (at >= 0 && /^\p{L}$/u.test(event.key)) {
      [...all.slice(at + 1), ...all.slice(0, at)].find(letter)?.focus();
    }
  }
  function onBlur(event: FocusEvent<HTMLElement>) {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  }
  const item = (text: string, work: () => void) => (
    <li role="none">
      <button type="button" role="menuitem" tabIndex={-1} className="menu__item" onClick={() => choose(work)}>
        {text}
      </button>
    </li>
  );

  return (
    <div className="menu" onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className="button button--icon menu__button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={listId}
        aria-label={t('publishing.more')}
        title={t('publishing.more')}
        disabled={!able}
        onClick={() => (open ? close() : goTo(0))}
        onKeyDown={onKeyDown}
      >
        <Icon name="more" />
      </button>
      {open && <div className="menu__ground" aria-hidden="true" onClick={() => setOpen(false)} />}
      <ul className="menu__list" role="menu" aria-label={t('publishing.more')} id={listId} ref={list} hidden={!open} onKeyDown={onKeyDown}>
        {writes && item(t('approval.ask'), onAsk)}
        {!writes && item(t('publishing.choose'), () => setPanel('publish'))}
        {scheduled &&
          !writes &&
          item(t(several ? 'publishing.plans' : 'publishing.cancelSchedule'), () =>
            several ? setPanel('plans') : void workspace.act((post) => cancelSchedule(post), CANCELLED),
          )}
        {item(t('publishing.share'), () => setPanel('share'))}
        {copied &&
          item(
            t('history.dropChanges'),
            () =>
              window.confirm(t('history.dropConfirm')) &&
              void workspace.revert(
                (post, etag) => goneInAnyCase(dropDraft(post, etag)),
                ({ life }) => life?.exists === false,
              ),
          )}
        {leaves && !writes && item(t('publishing.takeOff'), () => setPanel('takeOff'))}
        {elsewhere !== null && !writes && item(t('redirect.open'), () => setPanel('redirect'))}
      </ul>
      {panel === 'publish' && <PublishDialog onClose={() => setPanel(null)} />}
      {panel === 'takeOff' && <TakeOffDialog onClose={() => setPanel(null)} />}
      {panel === 'share' && <ShareDialog made={made?.post === id ? made : null} setMade={setMade} onClose={() => setPanel(null)} />}
      {panel === 'plans' && <PlansDialog onClose={() => setPanel(null)} />}
      {panel === 'redirect' && id !== null && (
        <RedirectDialog id={id} known={elsewhere} onClose={() => setPanel(null)} onDone={() => void workspace.reread()} />
      )}
    </div>
  );
}
