import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dropDraft } from '../api/drafts';
import { cancelSchedule } from '../api/life';
import { LANGUAGES } from '../api/types';
import { isBlank } from '../form/fields';
import { isLive } from '../form/state';
import { useWorkspace, useWorkspaceState } from '../saving/use-workspace';
import { Icon } from '../ui/icon';
import { PublishDialog } from './publish-dialog';
import { ShareDialog } from './share-dialog';
import { TakeOffDialog } from './take-off-dialog';

type Panel = 'publish' | 'takeOff' | 'share';

/** Beside the form's button: what else can become of the post. */
export function PublishMenu() {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  const [open, setOpen] = useState(false);
  const [panel, setPanel] = useState<Panel | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const able = useWorkspaceState(({ form }) => form.base !== null || !isBlank(form.fields));
  const live = useWorkspaceState(({ form }) => form.base !== null && isLive(form));
  const copied = useWorkspaceState(({ form }) => isLive(form) && form.base?.life?.exists === true);
  const scheduled = useWorkspaceState(({ form }) => LANGUAGES.some((language) => form.base?.life?.languages[language].scheduled_at));

  function choose(work: () => void) {
    setOpen(false);
    button.current?.focus();
    work();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  }
  function onBlur(event: FocusEvent<HTMLElement>) {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  }
  const item = (text: string, work: () => void) => (
    <li>
      <button type="button" className="menu__item" onClick={() => choose(work)}>
        {text}
      </button>
    </li>
  );

  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes what the button opened
    <div className="menu" onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className="button button--icon menu__button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={t('life.more')}
        title={t('life.more')}
        disabled={!able}
        onClick={() => setOpen(!open)}
      >
        <Icon name="more" />
      </button>
      {open && <div className="menu__ground" aria-hidden="true" onClick={() => setOpen(false)} />}
      <ul className="menu__list" id={id} hidden={!open}>
        {item(t('life.choose'), () => setPanel('publish'))}
        {scheduled && item(t('life.cancelSchedule'), () => void workspace.act(cancelSchedule, false, true))}
        {item(t('life.share'), () => setPanel('share'))}
        {copied && item(t('life.dropChanges'), () => window.confirm(t('life.dropConfirm')) && void workspace.revert((post) => dropDraft(post, null)))}
        {live && item(t('life.takeOff'), () => setPanel('takeOff'))}
      </ul>
      {panel === 'publish' && <PublishDialog onClose={() => setPanel(null)} />}
      {panel === 'takeOff' && <TakeOffDialog onClose={() => setPanel(null)} />}
      {panel === 'share' && <ShareDialog onClose={() => setPanel(null)} />}
    </div>
  );
}
