import { type RefObject, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { keepFocus } from './keep-focus';

/** What was asked for, as far as it is looked at. */
interface Asked {
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  /** How often it has failed. */
  errorUpdateCount: number;
  refetch: () => Promise<{ isError: boolean }>;
}

interface Props {
  of: Asked;
  words: string;
  /** Has the focus when it is here, because the button goes. */
  title: RefObject<HTMLElement | null>;
}

/** In the place of what is not loaded yet, or could not be; of that above what was here before, too. It can be asked for again. */
export function NotLoaded({ of, words, title }: Props) {
  const { t } = useTranslation();
  const notice = useRef<HTMLDivElement>(null);

  async function again() {
    if (of.isFetching) return;
    const { isError } = await of.refetch();
    if (!isError) keepFocus(title.current, notice.current);
  }
  if (!of.isPending && !of.isError) return null;
  // What has failed before stays said, and the button where it is, while it is tried again.
  if (of.errorUpdateCount === 0) return <p className="muted late">{t('list.loading')}</p>;
  return (
    <div className="notice notice--problem" ref={notice}>
      {/* Said again when it has failed again. */}
      <p role="alert" key={of.errorUpdateCount}>
        {words}
      </p>
      <button type="button" className="button" aria-disabled={of.isFetching} onClick={() => void again()}>
        {of.isFetching && <span className="spinner" aria-hidden="true" />}
        {t('list.retry')}
      </button>
    </div>
  );
}
