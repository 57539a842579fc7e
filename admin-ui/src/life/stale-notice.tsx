import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { declareRight, sourceChanges } from '../api/life';
import type { Language } from '../api/types';
import { editedId, useWorkspaceState } from '../saving/workspace-context';
import { Icon } from '../ui/icon';
import { NotLoaded } from '../ui/not-loaded';
import { SourceWords } from './parts';
import { useAction } from './use-action';

interface Props {
  language: Language;
  /** It stands where nothing else says which language it is about. */
  named?: boolean;
}

/** The source of this translation says something else by now: what, and that it does not matter. */
export function StaleNotice({ language, named = false }: Props) {
  const { t } = useTranslation();
  const id = useWorkspaceState(editedId);
  const stale = useWorkspaceState(({ form }) => form.base?.life?.languages[language].stale === true);
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { busy, problem, run } = useAction();
  const changes = useQuery({
    queryKey: ['translated', id],
    queryFn: () => sourceChanges(id ?? 0),
    enabled: stale && id !== null,
    gcTime: 0,
  });
  if (!stale || id === null) return null;
  const change = changes.data?.[language];
  return (
    <section className={`stale${named ? ' stale--wide' : ''}`} aria-live="polite" data-language={language}>
      <p className="stale__title">
        <Icon name="alert" />
        {named && <strong>{t(`languages.${language}`)}</strong>}
        {t('life.stale', { source: t(`life.in_${change?.source_language ?? 'az'}`) })}
      </p>
      <div className="stale__actions">
        <button ref={opener} type="button" className="button button--small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('publishing.staleWhat')}
        </button>
        <button
          type="button"
          className="button button--quiet button--small"
          aria-disabled={busy}
          onClick={() => void run((post) => declareRight(post, language), { keepFirst: false })}
        >
          {t('publishing.staleRight')}
        </button>
      </div>
      {open && <NotLoaded of={changes} words={t('life.failed')} title={opener} />}
      {open && change && <SourceWords change={change} level={named ? 3 : 4} onClose={() => setOpen(false)} />}
      <p className="field__error stale__problem" role="alert">
        {problem}
      </p>
    </section>
  );
}
