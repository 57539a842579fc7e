import { useTranslation } from '../i18n/use-translation';
import type { ForeignLinks } from './foreign';

/** The button that has other sites asked, and what came of it. What leads nowhere stands in the list above. */
export function ForeignCheck({
  links: { count, left, unheard, answers, asking, failure, ask },
  wrong,
}: {
  links: ForeignLinks;
  wrong: number;
}) {
  const { t } = useTranslation();
  if (count === 0) return null;
  const said = () => {
    if (asking) return t('checks.asking');
    if (failure !== null) return t(`failure.${failure}`);
    if (unheard > 0) return t('checks.unheard', { count: unheard });
    if (left > 0 || answers.size === 0) return '';
    return wrong === 0 ? t('checks.allThere') : t('checks.foreignFound', { count: wrong });
  };
  return (
    <div className="checks__foreign">
      <button type="button" className="button button--quiet button--small" aria-disabled={asking} onClick={asking ? undefined : ask}>
        {left > 0 ? t('checks.askForeign', { count: left }) : t('checks.askAgain')}
      </button>
      <p className="muted" role="status">
        {said()}
      </p>
    </div>
  );
}
