import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { Language } from '../api/types';
import { usePicture } from '../pictures/use-picture';
import { editedId, useField, useWorkspaceState } from '../saving/workspace-context';
import { cutAt, SHOWN } from './cuts';
import { type Told, toldOf } from './told';
import { useFirmName } from './use-firm-name';

/** The page as a search engine and as a messenger would show it. */
export function Previews({ language }: { language: Language }) {
  // A long text is not read again before the key is seen in its field.
  const fields = useDeferredValue(useWorkspaceState(({ form }) => form.fields));
  const told = useMemo(() => toldOf(fields, language), [fields, language]);
  const firm = useFirmName(language);
  const title = told.title && firm ? `${told.title} | ${firm}` : told.title;
  return (
    <>
      <SearchResult told={told} title={title} language={language} />
      <SharedLink told={told} title={title} />
    </>
  );
}

interface Props {
  told: Told;
  /** As the page has it: the firm's name behind it. */
  title: string;
}

function SearchResult({ told, title, language }: Props & { language: Language }) {
  const { t } = useTranslation();
  const id = useWorkspaceState(editedId);
  const slug = useField(`slug_${language}`);
  const address = [window.location.host, ...(language === 'az' ? [] : [language]), 'blog', id ?? '…', ...(slug ? [slug] : [])].join(' › ');
  return (
    <figure className="seo__preview">
      <figcaption className="muted">{t('seo.result')}</figcaption>
      <div className="seo__result">
        <p className="seo__address">{address}</p>
        <p className="seo__result-title" lang={told.language}>
          {title ? cutAt(title, SHOWN.meta_title) : t('list.noTitle')}
        </p>
        <p lang={told.language}>
          {told.description ? cutAt(told.description, SHOWN.meta_description) : <span className="muted">{t('seo.nothing')}</span>}
        </p>
      </div>
    </figure>
  );
}

function SharedLink({ told, title }: Props) {
  const { t } = useTranslation();
  return (
    <figure className="seo__preview">
      <figcaption className="muted">{t('seo.shared')}</figcaption>
      <div className="seo__card">
        <SharedPicture told={told} />
        <div className="seo__card-words">
          <p className="seo__card-title" lang={told.language}>
            {title || t('list.noTitle')}
          </p>
          {told.description && (
            <p className="seo__card-description" lang={told.language}>
              {told.description}
            </p>
          )}
          <p className="muted">{window.location.host}</p>
        </div>
      </div>
    </figure>
  );
}

/** The post's picture; of a post without one the site draws its heading. */
function SharedPicture({ told }: Pick<Props, 'told'>) {
  const { t } = useTranslation();
  const image = useWorkspaceState(({ form }) => form.image);
  const current = useWorkspaceState(({ form }) => (form.imageRemoved ? null : (form.base?.image ?? null)));
  const picture = usePicture(image, current);
  if (image ?? current) return <img ref={picture} className="seo__picture" alt="" />;
  return (
    <div className="seo__drawn">
      <p lang={told.language}>{told.heading}</p>
      <p className="seo__drawn-note">{t('seo.drawn')}</p>
    </div>
  );
}
