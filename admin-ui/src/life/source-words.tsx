import { useTranslation } from '../i18n/use-translation';
import { type SourceChange, TEXT_KINDS } from '../api/types';
import { sameValue } from '../form/compare';
import { Versions } from './versions';

interface Props {
  change: SourceChange;
  level: 3 | 4;
  /** For where it cannot be shown. */
  onClose: () => void;
}

/** The words of the source when the translation was declared right, and now. */
export function SourceWords({ change, level }: Props) {
  const { t } = useTranslation();
  const kinds = TEXT_KINDS.filter((kind) => !sameValue(`${kind}_${change.source_language}`, change.then[kind], change.now[kind]));
  return (
    <div className="stale__words">
      {kinds.map((kind) => (
        <Versions
          key={kind}
          name={`${kind}_${change.source_language}`}
          level={level}
          older={change.then[kind]}
          newer={change.now[kind]}
          olderLabel={t('publishing.staleThen')}
          newerLabel={t('publishing.staleNow')}
        />
      ))}
    </div>
  );
}
