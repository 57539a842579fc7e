import { useTranslation } from '../i18n/use-translation';
import { Link } from 'react-router-dom';
import type { AuditEntry } from '../api/types';
import { formatBaku } from '../i18n/dates';

/** One entry: who, what, about what; when and from where. */
export function EntryRow({ entry }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation();
  const time = (value: string) => formatBaku(value, i18n.language);
  const nobody = entry.kind.startsWith('deploy') ? t('audit.system') : entry.address === 'shell' ? t('audit.shell') : t('audit.nobody');
  return (
    <li className="audit__entry" data-kind={entry.kind}>
      <p className="audit__what">
        <strong>{entry.name || nobody}</strong>
        <span>{t(`audit.kind_${entry.kind}`)}</span>
        {typeof entry.post === 'number' && <Link to={`/admin/audit?post=${entry.post}`}>{t('audit.postNumber', { id: entry.post })}</Link>}
        {entry.subject && <span className="audit__subject">{entry.subject}</span>}
      </p>
      <p className="muted audit__when">
        <time dateTime={entry.at}>{time(entry.at)}</time>
        {entry.until && <span>{t('audit.times', { times: entry.times, time: time(entry.until) })}</span>}
        {entry.address && <span>{entry.address === 'shell' ? t('audit.shell') : entry.address}</span>}
      </p>
    </li>
  );
}
