import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { getRevision, listRevisions, restoreRevision } from '../api/life';
import { LANGUAGES, type Revision, type RevisionWhole } from '../api/types';
import { useMe } from '../auth/use-me';
import { sameValue } from '../form/compare';
import { FIELD_NAMES, fieldsIn, fieldsOf, type PostFields } from '../form/fields';
import { formatBaku } from '../i18n/dates';
import type { IsDone } from '../saving/steps';
import { useWorkspace } from '../saving/workspace-context';
import { Modal } from '../ui/modal';
import { NotLoaded } from '../ui/not-loaded';
import { useWhileHere } from '../ui/while-here';
import { Versions } from './versions';

interface Props {
  id: number;
  onClose: () => void;
}

const FRESH = { gcTime: 0 } as const;

/** Who made what of the post and when; any version against any other, and the way back to it. */
export function HistoryDrawer({ id, onClose }: Props) {
  const { t } = useTranslation();
  const close = useWhileHere(onClose);
  const heading = useRef<HTMLHeadingElement>(null);
  // Anew with each draft that is kept, which may be another version.
  const { base } = useWorkspace().state.form;
  const list = useQuery({
    queryKey: ['revisions', id, base?.draft],
    queryFn: () => listRevisions(id),
    placeholderData: keepPreviousData,
    ...FRESH,
  });
  const { data } = list;
  const [number, choose] = useState<number | null>(null);
  const owner = useMe()?.role === 'owner';
  // The newest, and it stays chosen when there is a newer one.
  if (number === null && data?.[0]) choose(data[0].number);
  return (
    <Modal title={t('history.title')} closeLabel={t('life.close')} onClose={onClose} size="drawer" heading={heading}>
      <NotLoaded of={list} words={t('life.failed')} title={heading} />
      {/* In a tab of its own: what is being written stays where it is. */}
      {owner && (
        <p>
          <a href={`/admin/audit?post=${id}`} target="_blank" rel="noreferrer">
            {t('history.audit')}
          </a>
        </p>
      )}
      {data?.length === 0 && <p className="muted">{t('history.none')}</p>}
      {data && data.length > 0 && (
        <div className="history">
          <ul className="history__list" aria-label={t('history.list')}>
            {data.map((revision) => (
              <li key={revision.number}>
                <RevisionButton revision={revision} chosen={revision.number === number} onChoose={() => choose(revision.number)} />
              </li>
            ))}
          </ul>
          {number !== null && <Comparison key={number} id={id} number={number} revisions={data} heading={heading} onClose={close} />}
        </div>
      )}
    </Modal>
  );
}

function RevisionButton({ revision, chosen, onChoose }: { revision: Revision; chosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation();
  const time = useTimeOf();
  return (
    <button type="button" className="history__item" aria-pressed={chosen} data-revision={revision.number} onClick={onChoose}>
      <span className="history__kind">{t(`history.${revision.kind}`)}</span>
      {revision.kind === 'publication' && (
        <span className="history__languages">{revision.languages.map((language) => language.toUpperCase()).join(' ')}</span>
      )}
      <span className="muted">
        {time(revision)}
        {revision.by && ` · ${revision.by}`}
      </span>
    </button>
  );
}

function useTimeOf(): (revision: Revision) => string {
  const { i18n } = useTranslation();
  return ({ at }) => formatBaku(at, i18n.language);
}

interface ComparisonProps extends Props {
  number: number;
  revisions: readonly Revision[];
  heading: RefObject<HTMLElement | null>;
}

/** The chosen version against the form as it is, unless another one was asked for. */
function Comparison({ id, number, revisions, heading, onClose }: ComparisonProps) {
  const { t } = useTranslation();
  const { state, revert } = useWorkspace();
  const time = useTimeOf();
  const [other, setOther] = useState<number | null>(null);
  const { asked: askedOlder, fields: older } = useFieldsOf(id, number);
  const { asked: askedNewer, fields: newer } = useFieldsOf(id, other);
  const now = other === null ? state.form.fields : newer;
  const seen = askedOlder.data;
  const chosen = older && seen && other === null ? restored(older, seen.value.live, state.form.fields) : older;
  const goBack = () =>
    seen &&
    void revert((post, etag) => restoreRevision(post, number, etag, seen.etag), isLike(seen.value, state.form.fields)).then(onClose);

  return (
    <div className="history__comparison">
      <div className="history__tools">
        <label className="field field--row">
          <span className="field__label">{t('history.compareWith')}</span>
          <select
            name="compare_with"
            value={other ?? ''}
            onChange={(event) => setOther(event.target.value === '' ? null : Number(event.target.value))}
          >
            <option value="">{t('history.now')}</option>
            {revisions
              .filter((revision) => revision.number !== number)
              .map((revision) => (
                <option key={revision.number} value={revision.number}>
                  {t(`history.${revision.kind}`)}, {time(revision)}
                </option>
              ))}
          </select>
        </label>
        <button type="button" className="button" aria-disabled={!seen || undefined} onClick={goBack}>
          {t('history.restoreAction')}
        </button>
      </div>
      <p className="muted">{t('history.restoreHint')}</p>
      <NotLoaded of={askedOlder} words={t('life.failed')} title={heading} />
      {older && other !== null && <NotLoaded key={other} of={askedNewer} words={t('life.failed')} title={heading} />}
      {chosen && now && (
        <Differences
          older={chosen}
          newer={now}
          newerLabel={other === null ? t('history.now') : time(revisions.find((revision) => revision.number === other) as Revision)}
        />
      )}
    </div>
  );
}

function useFieldsOf(id: number, number: number | null) {
  const asked = useQuery({
    queryKey: ['revision', id, number],
    queryFn: () => getRevision(id, number ?? 0),
    enabled: number !== null,
    ...FRESH,
  });
  return { asked, fields: asked.data ? fieldsOf(asked.data.value) : null };
}

/** What going back leads to: of what was on the site, a language that was not keeps the texts of the form. */
function restored(then: PostFields, live: RevisionWhole['live'], now: PostFields): PostFields {
  if (live.length === 0) return then;
  const kept = LANGUAGES.filter((language) => !live.includes(language)).flatMap(fieldsIn);
  return { ...then, ...Object.fromEntries(kept.map((name) => [name, now[name]])) };
}

/** Whether a post is what going back leads to. */
function isLike(version: RevisionWhole, now: PostFields): IsDone {
  const wanted = restored(fieldsOf(version), version.live, now);
  return ({ fields, image }) => image === version.image && FIELD_NAMES.every((name) => sameValue(name, fields[name], wanted[name]));
}

function Differences({ older, newer, newerLabel }: { older: PostFields; newer: PostFields; newerLabel: string }) {
  const { t } = useTranslation();
  const names = FIELD_NAMES.filter((name) => !sameValue(name, older[name], newer[name]));
  if (names.length === 0) return <p role="status">{t('history.same')}</p>;
  return names.map((name) => (
    <Versions key={name} name={name} older={older[name]} newer={newer[name]} olderLabel={t('history.chosen')} newerLabel={newerLabel} />
  ));
}
