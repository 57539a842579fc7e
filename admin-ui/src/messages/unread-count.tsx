import { useTranslation } from '../i18n/use-translation';
import { useCounts } from './use-counts';

/** Beside the name in the menu: how many messages nobody has opened. */
export function UnreadCount() {
  const { t } = useTranslation();
  const unread = useCounts()?.unread ?? 0;
  if (unread === 0) return null;
  return (
    <span className="sidebar__count">
      <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
      <span className="visually-hidden">{t('screens.unread', { count: unread })}</span>
    </span>
  );
}
