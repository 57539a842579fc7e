import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { useSearchParams } from 'react-router-dom';
import { AUDIT_KINDS, downloadAudit, listAudit } from '../api/audit';
import { statusOf } from '../api/errors';
import { useMe } from '../auth/use-me';
import { NotLoaded } from '../ui/not-loaded';
import { EntryRow } from './entry-row';
import { filterOf, NAMES } from './filter';
import './audit.css';

const PAGE = 50;

/** Who did what, for owners. What it is filtered by is in the address, so that it can be kept and passed on. */
export function AuditPage() {
  const { t } = useTranslation();
  const me = useMe();
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1);
  const filter = filterOf(params);
  const list = useQuery({ queryKey: ['audit', filter, page], queryFn: () => listAudit(filter, page, PAGE), staleTime: 0 });
  const pages = Math.max(1, Math.ceil((list.data?.total ?? 0) / PAGE));
  // The address may be of a time when there were more.
  const beyond = list.isSuccess && !list.isFetching && page > pages;
  const toLast = useEffectEvent(() => setParams(pageOf(pages), { replace: true }));
  useEffect(() => {
    if (beyond) toLast();
  }, [beyond]);
  const chosen = NAMES.some((name) => params.get(name));
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const refused = (me !== undefined && me.role !== 'owner') || statusOf(list.error) === 403;
  // Written into the fields that are there: in new ones, the focus of whoever presses Enter would be lost.
  useLayoutEffect(() => {
    for (const name of NAMES) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = params.get(name) ?? '';
      // A kind that is not among them leaves nothing chosen, not even "anything".
      if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.value = '';
    }
    // The form may come later than the address, with the role.
  }, [params, refused]);

  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const pairs = NAMES.map((name) => [name, String(data.get(name) ?? '').trim()] as const);
    setParams(new URLSearchParams(pairs.filter(([, value]) => value !== '').map(([name, value]) => [name, value])));
  }
  function clear() {
    setParams(new URLSearchParams());
    // The button that was pressed is gone.
    form.current?.querySelector('input')?.focus();
  }
  function pageOf(number: number): URLSearchParams {
    const next = new URLSearchParams(params);
    next.set('page', String(number));
    return next;
  }
  function turn(to: number) {
    setParams(pageOf(to));
    // The buttons are gone until the page is there; the next Tab leads into it.
    heading.current?.focus();
  }

  if (refused) return <p className="notice notice--problem">{t('audit.notAllowed')}</p>;
  return (
    <section className="audit" aria-labelledby="audit-title">
      <h2 className="panel__title" id="audit-title" ref={heading} tabIndex={-1}>
        {t('screens.audit')}
      </h2>
      <p className="muted">{t('audit.hint')}</p>
      <form ref={form} className="audit__filter" onSubmit={find}>
        <label className="field">
          <span className="field__label">{t('audit.person')}</span>
          <input type="text" name="person" autoComplete="off" maxLength={150} />
        </label>
        <label className="field audit__number">
          <span className="field__label">{t('audit.post')}</span>
          <input type="text" name="post" inputMode="numeric" pattern="[0-9]*" maxLength={15} autoComplete="off" />
        </label>
        <label className="field">
          <span className="field__label">{t('audit.what')}</span>
          <select name="kind">
            <option value="">{t('audit.anything')}</option>
            {AUDIT_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`audit.kind_${kind}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span className="field__label">{t('audit.from')}</span>
          <input type="date" name="from" />
        </label>
        <label className="field">
          <span className="field__label">{t('audit.until')}</span>
          <input type="date" name="until" />
        </label>
        <div className="audit__buttons">
          <button type="submit" className="button button--primary">
            {t('audit.find')}
          </button>
          {chosen && (
            <button type="button" className="button button--quiet" onClick={clear}>
              {t('audit.clear')}
            </button>
          )}
          <Download key={params.toString()} params={params} />
        </div>
      </form>
      <NotLoaded of={list} words={t('audit.failed')} title={heading} />
      {list.data?.entries.length === 0 && page <= pages && <p className="audit__empty">{t('audit.none')}</p>}
      <ol className="audit__list">
        {list.data?.entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </ol>
      {pages > 1 && (
        <nav className="audit__pages" aria-label={t('list.pages')}>
          <button type="button" className="button" disabled={page === 1} onClick={() => turn(page - 1)}>
            {t('audit.newer')}
          </button>
          <span>{t('audit.pageOf', { page, pages })}</span>
          <button type="button" className="button" disabled={page >= pages} onClick={() => turn(page + 1)}>
            {t('audit.older')}
          </button>
        </nav>
      )}
    </section>
  );
}

/** A file of what is shown; the call needs the token, so a link alone would not do. */
function Download({ params }: { params: URLSearchParams }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  async function download() {
    if (busy) return;
    setBusy(true);
    setFailed(false);
    try {
      const address = URL.createObjectURL(await downloadAudit(filterOf(params)));
      Object.assign(document.createElement('a'), { href: address, download: 'audit.csv' }).click();
      // The browser has begun to read it when the click is over.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <button type="button" className="button" aria-disabled={busy} onClick={() => void download()}>
        {t('audit.csv')}
      </button>
      <span className="field__error" role="alert">
        {failed && t('audit.csvFailed')}
      </span>
    </>
  );
}
