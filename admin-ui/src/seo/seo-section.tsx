import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { type Language, metaFieldsOf } from '../api/types';
import { useWorkspaceState } from '../saving/workspace-context';
import { quietly } from '../ui/quietly';
import { NotHere } from '../ui/not-here';
import { Part, usePart } from '../ui/part';

const source = new Part(async () => (await import('./seo-fields')).SeoFields);
quietly(source.fetch);

/** What search engines and networks are told of one language: closed, as most posts need nothing there. */
export function SeoSection({ language }: { language: Language }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const own = useWorkspaceState(({ form }) => metaFieldsOf(language).some((name) => form.fields[name].trim() !== ''));
  return (
    <details className="seo" id={`seo-${language}`} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t('seo.section')}
        <span className="visually-hidden"> ({language.toUpperCase()})</span>
        <span className="seo__state muted">{t(own ? 'seo.own' : 'seo.usual')}</span>
      </summary>
      {open && <Fields language={language} />}
    </details>
  );
}

function Fields({ language }: { language: Language }) {
  const { t } = useTranslation();
  const { part: SeoFields, failed } = usePart(source);
  if (SeoFields) return <SeoFields language={language} />;
  return failed ? <NotHere onRetry={source.fetch} /> : <p className="muted">{t('life.loading')}</p>;
}
