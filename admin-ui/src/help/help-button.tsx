import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { withTexts } from '../i18n';
import { Icon } from '../ui/icon';
import { later } from '../ui/later';
import { asksForHelp } from './single-key';

const HelpDialog = later(async () => (await withTexts(['desk'], () => import('./help-dialog'))).HelpDialog);

/** Opens the help; F1 and `?` do so from anywhere. */
export function HelpButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!asksForHelp(event)) return;
    event.preventDefault();
    // Over another window it would hide what is being asked there.
    if (!document.querySelector('dialog[open]')) setOpen(true);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  return (
    <>
      <button className="sidebar__link" type="button" aria-keyshortcuts="F1 ?" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="help" />
        {t('layout.help')}
      </button>
      {open && <HelpDialog onClose={() => setOpen(false)} />}
    </>
  );
}
