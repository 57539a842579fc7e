import { useTranslation } from '../i18n/use-translation';
import type { Language } from '../api/types';
import { Icon } from '../ui/icon';
import type { LinkTarget } from './link-targets';

interface Props {
  id: string;
  target: LinkTarget;
  language: Language;
  active: boolean;
  onHover: () => void;
  onChoose: () => void;
}

/** A page to link to: its title, its address, and what is to be known of it. */
export function LinkOption({ id, target: { address, title, lang, mark }, language, active, onHover, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the field, which has the focus
    <li
      id={id}
      className="address-field__option"
      role="option"
      aria-selected={active}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={onHover}
      onClick={onChoose}
    >
      <span className="address-field__title" lang={lang ?? undefined}>
        {title}
      </span>{' '}
      <span className="address-field__address">{address}</span>
      {mark && (
        <span className="address-field__mark">
          <Icon name="alert" /> {t(mark === 'dead' ? 'links.dead' : `links.fallback_${language}`)}
        </span>
      )}
    </li>
  );
}
