import { useTranslation } from '../i18n/use-translation';
import { Link } from 'react-router-dom';
import { type AuditEntry, type AuditKind, ROLES } from '../api/types';
import { formatBaku } from '../i18n/dates';
import type { Spoken } from '../i18n/detect';
import type { Translate } from '../i18n/translate';

const PLAN = /^(publish|unpublish): ([a-z,]*) ?(\S*)$/;
const OF_TARGET = /^(\d+), target (\d+)$/;
const CODES = /^[a-z]{2}(,[a-z]{2})*$/;
/** "leyla: owner, disabled"; who took an invitation up is a role alone. */
const WITH_ROLE = new RegExp(`^(?:(.*): )?(${ROLES.join('|')})(, disabled)?$`, 's');

/** Kinds whose subject ends with a role. What else is called so is a name. */
const OF_ROLES: readonly AuditKind[] = ['user_added', 'user_changed', 'invited', 'invitation_accepted', 'token_made'];
/** Kinds whose subject is a number, and where it leads; nothing is left of what was deleted. */
const NUMBERED: Partial<Record<AuditKind, ((id: number) => string) | null>> = {
  message_handled: (id) => `/admin/messages?folder=all&before=${id + 1}`,
  message_deleted: null,
  picture_stored: pictureAt,
  picture_described: pictureAt,
  picture_replaced: pictureAt,
  picture_deleted: null,
};

function pictureAt(id: number): string {
  return `/admin/pictures?picture=${id}`;
}

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
        <Subject entry={entry} />
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
function Subject({ entry: { kind, post, subject } }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation();
  const leads = NUMBERED[kind];
  if (leads) return <Link to={leads(Number(subject))}>{t('audit.postNumber', { id: subject })}</Link>;
  if (subject === '') return null;
  return <span className="audit__subject">{words()}</span>;

  function words(): string {
    if (leads === null) return t('audit.postNumber', { id: subject });
    if (OF_ROLES.includes(kind)) return withRole(subject, t);
    return typeof post === 'number' ? ofPost(subject, t, i18n.language) : ofTarget(subject, t);
  }
}

function withRole(subject: string, t: Translate): string {
  const [, name, called, shut] = WITH_ROLE.exec(subject) ?? [];
  const role = ROLES.find((one) => one === called);
  if (!role) return subject;
  const may = t(`people.${role}`);
  return `${name === undefined ? may : `${name}: ${may}`}${shut ? ` · ${t('people.isDisabled')}` : ''}`;
}

function ofPost(subject: string, t: Translate, language: Spoken): string {
  if (CODES.test(subject)) return capitals(subject);
  const [, action, codes = '', at] = PLAN.exec(subject) ?? [];
  if (!action) return subject;
  return [t(action === 'publish' ? 'audit.publish' : 'audit.unpublish'), capitals(codes), at && formatBaku(at, language)]
    .filter(Boolean)
    .join(' · ');
}

/** Languages as their switch says them: "AZ, EN". */
function capitals(codes: string): string {
  return codes.toUpperCase().replaceAll(',', ', ');
}

function ofTarget(subject: string, t: Translate): string {
  const [, revision, target] = OF_TARGET.exec(subject) ?? [];
  return revision && target ? t('audit.target', { revision, target }) : subject;
}
