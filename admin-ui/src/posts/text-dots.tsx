import { useTranslation } from '../i18n/use-translation';
import { TEXT_KINDS, type TextKind } from '../api/types';

/** Title, excerpt, content: a full dot for each text that is there, a ring for each that is not. */
export function TextDots({ empty }: { empty: readonly TextKind[] }) {
  const { t } = useTranslation();
  const words = TEXT_KINDS.map((kind) => `${t(`texts.${kind}`)}: ${t(empty.includes(kind) ? 'texts.empty' : 'texts.filled')}`).join(', ');
  return (
    <span className="dots" title={words}>
      {TEXT_KINDS.map((kind) => (
        <span key={kind} className={`dots__dot${empty.includes(kind) ? ' dots__dot--empty' : ''}`} aria-hidden="true" />
      ))}
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
