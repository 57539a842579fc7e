import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { keepFocus } from './keep-focus';

/** What was asked for, as far as it is looked at. */
interface Asked {
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  /** What is shown is of another question. */
  isPlaceholderData: boolean;
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
export function NotLoaded(props: Props) {
  const { t } = useTranslation();
  const { isPending, isError, isPlaceholderData, errorUpdateCount } = props.of;
  // What has failed before stays said, and the button where it is, while it is tried again.
  if (isError || (errorUpdateCount > 0 && (isPending || isPlaceholderData))) return <Failed {...props} />;
  return isPending && <p className="muted late">{t('list.loading')}</p>;
}

function Failed({ of, words, title }: Props) {
  const { t } = useTranslation();
  const notice = useRef<HTMLDivElement>(null);
  const [again, setAgain] = useState(0);

  // It may also come without having been asked for here.
  const leave = useEffectEvent((going: HTMLElement | null) => {
    if (going?.contains(document.activeElement)) title.current?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    const going = notice.current;
    return () => leave(going);
  }, []);

  async function load() {
    if (of.isFetching) return;
    const { isError } = await of.refetch();
    if (isError) setAgain((times) => times + 1);
    // A press leaves the focus nowhere in some browsers.
    else keepFocus(title.current, notice.current);
  }
  return (
    <div className="notice notice--problem" ref={notice}>
      {/* Said again to whoever has tried again. */}
      <p role="alert" key={again}>
        {words}
      </p>
      <button type="button" className="button" aria-disabled={of.isFetching} onClick={() => void load()}>
        {of.isFetching && <span className="spinner" aria-hidden="true" />}
        {t('list.retry')}
      </button>
    </div>
  );
}
