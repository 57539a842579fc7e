import { useTranslation } from '../i18n/use-translation';
import { Link } from 'react-router-dom';
import type { AuditEntry } from '../api/types';
import { formatBaku } from '../i18n/dates';
import type { Spoken } from '../i18n/detect';
import type { Translate } from '../i18n/translate';

const PLAN = /^(publish|unpublish): ([a-z,]*) ?(\S*)$/;
const OF_TARGET = /^(\d+), target (\d+)$/;

/** One entry: who, what, about what; when and from where. */
export function EntryRow({ entry }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation();
  const time = (value: string) => formatBaku(value, i18n.language);
  const shell = entry.address === 'shell';
  const person = entry.name || (shell ? 'shell' : '');
  const who = entry.name || (shell ? t('audit.shell') : t(entry.kind === 'sign_in_failed' ? 'audit.nobody' : 'audit.system'));
  return (
    <li className="audit__entry" data-kind={entry.kind}>
      <p className="audit__what">
        <strong>{person ? <Link to={`/admin/audit?${new URLSearchParams({ person })}`}>{who}</Link> : who}</strong>
        <span>{t(`audit.kind_${entry.kind}`)}</span>
        {typeof entry.post === 'number' && <Link to={`/admin/audit?post=${entry.post}`}>{t('audit.postNumber', { id: entry.post })}</Link>}
        {entry.kind === 'message_handled' ? (
          <Link to={`/admin/messages?folder=all&before=${Number(entry.subject) + 1}`}>{t('audit.postNumber', { id: entry.subject })}</Link>
        ) : (
          entry.subject && <span className="audit__subject">{subjectOf(entry.subject, t, i18n.language)}</span>
        )}
      </p>
      <p className="muted audit__when">
        <time dateTime={entry.at}>{time(entry.at)}</time>
        {entry.until && <span>{t('audit.times', { times: entry.times, time: time(entry.until) })}</span>}
        {entry.address && <span>{shell ? t('audit.shell') : entry.address}</span>}
      </p>
    </li>
  );
}

/** What an entry is about, in the reader's words where it is more than names. */
function subjectOf(subject: string, t: Translate, language: Spoken): string {
  const [, action, codes, at] = PLAN.exec(subject) ?? [];
  if (action)
    return [t(action === 'publish' ? 'audit.publish' : 'audit.unpublish'), codes, at && formatBaku(at, language)]
      .filter(Boolean)
      .join(' · ');
  const [, revision, target] = OF_TARGET.exec(subject) ?? [];
  return revision && target ? t('audit.target', { revision, target }) : subject;
}
