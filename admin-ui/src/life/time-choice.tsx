import { useId, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { serverNow } from '../api/server-clock';
import { fromBakuField, toBakuField } from '../i18n/dates';

const HOUR = 3600 * 1000;

/** Now, or at a time of the office's clock; what is past is judged by the server's, whatever this device's says. */
export function useTimeChoice(onlyLater = false) {
  const [chosen, setLater] = useState(onlyLater);
  const later = chosen || onlyLater;
  const [now, setNow] = useState(serverNow);
  const [field, setField] = useState(() => toBakuField(Math.ceil((now + HOUR) / HOUR) * HOUR));
  const at = later ? fromBakuField(field) : null;
  const isPast = (moment: number) => later && (at === null || Date.parse(at) <= moment);
  return {
    later,
    setLater,
    field,
    /** Whoever says when has chosen to wait, whatever can be done at once by now. */
    setField: (time: string) => {
      setLater(true);
      setField(time);
    },
    at,
    /** Later, and nobody has said when. */
    missing: later && at === null,
    past: isPast(now),
    /** Whether the time still lies ahead when it is asked for: the dialog may have been open for long. */
    holds: () => {
      const moment = serverNow();
      setNow(moment);
      return !isPast(moment);
    },
  };
}

interface Props {
  name: string;
  time: ReturnType<typeof useTimeChoice>;
  onlyLater?: boolean;
}

export function TimeChoice({ name, time: { later, setLater, field, setField, missing, past }, onlyLater = false }: Props) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <fieldset className="choices">
      <legend className="field__label">{t('publishing.when')}</legend>
      {(onlyLater ? [true] : [false, true]).map((option) => (
        <label key={String(option)} className="check">
          <input type="radio" name={`${name}_when`} checked={later === option} onChange={() => setLater(option)} />
          {t(option ? 'publishing.later' : 'publishing.now')}
        </label>
      ))}
      {later && (
        <label className="field">
          <span className="field__label">{t('publishing.baku')}</span>
          <input
            type="datetime-local"
            name={`${name}_at`}
            value={field}
            aria-invalid={past}
            aria-describedby={past ? `${id}-past` : undefined}
            onChange={(event) => setField(event.target.value)}
          />
        </label>
      )}
      <p className="field__error" id={`${id}-past`} role="alert">
        {past && t(missing ? 'publishing.noTime' : 'publishing.past')}
      </p>
    </fieldset>
  );
}
