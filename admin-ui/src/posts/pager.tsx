import { useTranslation } from '../i18n/use-translation';
import { pagerItems } from './list-rules';

interface Props {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Numbered, and only there when more than one page is. */
export function Pager({ page, pages, onPage }: Props) {
  const { t } = useTranslation();
  if (pages <= 1) return null;
  return (
    <nav className="pager" aria-label={t('list.pages')}>
      <ul className="pager__list">
        {pagerItems(page, pages).map((item, at) => (
          <li key={item ?? `gap-${at}`}>
            {item === null ? (
              <span className="pager__gap">…</span>
            ) : (
              <button
                type="button"
                className="pager__page"
                aria-label={t('list.page', { page: item })}
                aria-current={item === page ? 'page' : undefined}
                onClick={() => onPage(item)}
              >
                {item}
              </button>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
