import { useRef } from 'react';
import { useTranslation } from '../i18n/use-translation';

interface Props {
  title: string;
  chosen: boolean;
  onChoose: (chosen: boolean, withShift: boolean) => void;
}

/** Chooses a post; with Shift, by mouse or space bar, all from the one before. */
export function PostTick({ title, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  // The click that a key makes does not say which keys were held in every browser.
  const shift = useRef(false);
  return (
    <label className="tick">
      <input
        type="checkbox"
        checked={chosen}
        aria-label={t('finding.choose', { title })}
        onKeyDown={(event) => (shift.current = event.shiftKey)}
        onKeyUp={() => setTimeout(() => (shift.current = false))}
        onBlur={() => (shift.current = false)}
        onChange={(event) => onChoose(event.target.checked, shift.current || (event.nativeEvent as MouseEvent).shiftKey)}
      />
    </label>
  );
}
