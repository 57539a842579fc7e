import { useTranslation } from '../i18n/use-translation';
import type { MessagePage, Place } from '../api/messages';
import { PAGE } from './use-messages';

interface Props {
  /** What is shown, as the list has it. */
  page: MessagePage;
  onTurn: (to: Place | null) => void;
}

/** To newer and older messages, beside those that are shown. */
export function MessagePages({ page: { messages, newer, older }, onTurn }: Props) {
  const { t } = useTranslation();
  const page = Math.ceil(newer / PAGE) + 1;
  const pages = page + Math.ceil(older / PAGE);
  const [first, last] = [messages[0], messages.at(-1)];
  if (pages === 1) return null;
  return (
    <nav className="inbox__pages" aria-label={t('list.pages')}>
      <button
        type="button"
        className="button"
        disabled={newer === 0}
        onClick={() => onTurn(newer > PAGE && first ? { side: 'after', id: first.id } : null)}
      >
        {t('list.newer')}
      </button>
      <span>{t('list.pageOf', { page, pages })}</span>
      <button type="button" className="button" disabled={older === 0} onClick={() => last && onTurn({ side: 'before', id: last.id })}>
        {t('list.older')}
      </button>
    </nav>
  );
}
