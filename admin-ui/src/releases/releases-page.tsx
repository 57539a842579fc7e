import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { statusOf } from '../api/errors';
import { listReleases, restoreRelease, resumePublishing } from '../api/releases';
import type { Release, Releases } from '../api/types';
import { useMe } from '../auth/use-me';
import { formatBaku } from '../i18n/dates';
import { useSending } from '../people/use-sending';
import { generations } from '../site/generations';
import { keepFocus } from '../ui/keep-focus';
import { NotLoaded } from '../ui/not-loaded';
import '../people/people.css';
import './releases.css';

const KEY = ['releases'];

/** The publications that one can go back to: for owners. */
export function ReleasesPage() {
  const { t } = useTranslation();
  const me = useMe();
  const queries = useQueryClient();
  const list = useQuery({ queryKey: KEY, queryFn: listReleases, staleTime: 0 });
  const { status } = useSyncExternalStore(generations.subscribe, generations.get);
  const { busy, failure, run } = useSending({ refused: 'gone' });
  const [said, setSaid] = useState('');
  /** What was asked for and failed: the publication to go back to, or none to go on. The list tells whether it was done all the same. */
  const [asked, setAsked] = useState<{ held: number | null; text: string } | null>(null);
  const title = useRef<HTMLHeadingElement>(null);

  // Whatever was published, or put in place again, makes another list.
  const built = status?.last_build?.finished_at;
  const held = status?.held?.release ?? null;
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: KEY });
  }, [built, held, queries]);

  async function change(ask: () => Promise<Releases>, wanted: number | null, text: string, pressed: Element) {
    setSaid('');
    setAsked({ held: wanted, text });
    const done = await run(async () => {
      try {
        queries.setQueryData(KEY, await ask());
      } catch (error) {
        // What was refused may be so because the list is not what it was; and what got no answer may be done. Nothing is said before that is known.
        await list.refetch();
        throw error;
      }
    });
    if (done) {
      setSaid(text);
      setAsked(null);
      void generations.follow();
    }
    // The button that was pressed may be gone, and whoever pressed it may have gone on.
    keepFocus(title.current, pressed);
  }

  async function back(number: number, time: string, pressed: Element) {
    if (window.confirm(t('releases.confirm', { number, time })))
      await change(() => restoreRelease(number), number, t('releases.restored', { number }), pressed);
  }

  const stands = list.data?.held ?? null;
  const came = failure !== null && asked !== null && asked.held === (stands?.release ?? null) ? asked.text : '';
  useEffect(() => {
    if (came) void generations.follow();
  }, [came]);

  if ((me && me.role !== 'owner') || statusOf(list.error) === 403)
    return <p className="notice notice--problem">{t('people.notAllowed')}</p>;
  return (
    <div className="people">
      <section className="people__panel" aria-labelledby="releases-title">
        <h2 className="panel__title" id="releases-title" ref={title} tabIndex={-1}>
          {t('screens.releases')}
        </h2>
        <p className="muted">{t('releases.hint')}</p>
        <p role="status" className="people__said">
          {said || came}
        </p>
        <p className="field__error" role="alert">
          {failure && !came && t(failure === 'gone' ? 'releases.gone' : `people.${failure}`)}
        </p>
        {stands && (
          <div className="notice notice--problem release__stands">
            <p>{t('releases.stands', { number: stands.release })}</p>
            <button
              type="button"
              className="button button--primary button--small"
              aria-disabled={busy}
              onClick={({ currentTarget }) => void change(resumePublishing, null, t('releases.resumed'), currentTarget)}
            >
              {t('releases.resume')}
            </button>
          </div>
        )}
        <NotLoaded of={list} words={t('releases.failed')} title={title} />
        {list.data?.releases.length === 0 && <p className="muted">{t('releases.none')}</p>}
        <ol className="people__list">
          {list.data?.releases.map((release) => (
            <ReleaseRow key={release.number} release={release} busy={busy} onBack={back} />
          ))}
        </ol>
      </section>
    </div>
  );
}

function ReleaseRow({
  release,
  busy,
  onBack,
}: {
  release: Release;
  busy: boolean;
  onBack: (number: number, time: string, pressed: Element) => Promise<void>;
}) {
  const { t, i18n } = useTranslation();
  const { number, at, restores, whole, pages, addresses, current, can_return: canReturn } = release;
  const time = formatBaku(at, i18n.language);
  const more = pages - addresses.length;
  return (
    <li className="person" data-release={number}>
      <div className="person__who">
        <p className="person__name">
          {t('releases.name', { number, time })} {current && <span className="release__current">{t('releases.current')}</span>}
        </p>
        <p className="muted">
          {restores !== null
            ? t('releases.restores', { number: restores })
            : whole
              ? t('releases.whole')
              : t('releases.pages', { count: pages })}
        </p>
        {restores === null && addresses.length > 0 && (
          <p className="muted release__addresses">
            {addresses.join(' ')}
            {more > 0 && ` ${t('releases.more', { count: more })}`}
          </p>
        )}
      </div>
      {canReturn && (
        <button
          type="button"
          className="button button--quiet button--small"
          aria-disabled={busy}
          aria-label={t('releases.backLabel', { number, time })}
          onClick={({ currentTarget }) => void onBack(number, time, currentTarget)}
        >
          {t('releases.back')}
        </button>
      )}
    </li>
  );
}
