import { useTranslation } from '../i18n/use-translation';

/** In the place of a part of the page that did not arrive. */
export function NotHere({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="notice notice--problem" role="alert">
      <p>{t('login.unreachable')}</p>
      <button type="button" className="button" onClick={onRetry}>
        {t('list.retry')}
      </button>
    </div>
  );
}
