import type { Translate } from '../i18n/translate';
import { useId, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { formatBaku } from '../i18n/dates';
import type { Spoken } from '../i18n/detect';
import { Icon } from '../ui/icon';
import { useMediaQuery } from '../ui/use-media-query';
import type { Finding } from './finding';
import { ForeignCheck } from './foreign-check';
import { useFindings } from './use-findings';
import './checks.css';

/** Here the list would cover the place it leads to. */
const SMALL = '(max-width: 40rem), (max-height: 44rem)';

/**
 * A number beside the buttons, and behind it what to look at; each leads to its place. Nothing of it stops a publication. Where
 * there is nothing but links to other sites, these can be looked at.
 */
export default function ChecksList({ onPlace }: { onPlace: (finding: Finding) => void }) {
  const { t, i18n } = useTranslation();
  const { findings, foreign } = useFindings();
  const [open, setOpen] = useState(false);
  const small = useMediaQuery(SMALL);
  const list = useId();
  if (findings.length + foreign.count === 0) return <p className="visually-hidden" role="status" />;
  const choose = (finding: Finding) => {
    if (small) setOpen(false);
    onPlace(finding);
  };
  return (
    <div className="checks">
      <button
        type="button"
        className="button button--quiet button--small checks__button"
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setOpen(!open)}
      >
        <Icon name={findings.length > 0 ? 'alert' : 'link'} />
        {findings.length > 0 ? t('checks.count', { count: findings.length }) : t('checks.foreign')}
      </button>
      <div className="checks__panel" id={list} hidden={!open}>
        {findings.length > 0 && <p className="muted">{t('checks.hint')}</p>}
        <ul className="checks__list">
          {findings.map((finding, at) => (
            <li key={at}>
              <button type="button" className="checks__finding" onClick={() => choose(finding)}>
                <span className="checks__language">{finding.language.toUpperCase()}</span>
                <span>
                  {sentence(t, finding, i18n.language)}
                  <Quote finding={finding} />
                </span>
              </button>
            </li>
          ))}
        </ul>
        <ForeignCheck links={foreign} wrong={findings.filter(({ kind }) => kind.startsWith('foreign')).length} />
      </div>
    </div>
  );
}

function Quote({ finding: { kind, language, quote } }: { finding: Finding }) {
  if (quote === undefined) return null;
  if (kind === 'figures') return <span className="checks__quote">{quote}</span>;
  return (
    <q className="checks__quote" lang={language}>
      {quote}
    </q>
  );
}

function sentence(t: Translate, { kind, field, time, to, status }: Finding, spoken: Spoken): string {
  if (kind === 'foreignMoved') return t('checks.foreignMoved', { to });
  if (kind === 'foreignUnsure') return t('checks.foreignUnsure', { status });
  if (kind === 'goingLink') return t('checks.goingLink', { time: formatBaku(time ?? '', spoken) });
  if (kind !== 'missing') return t(`checks.${kind}`);
  return t(field.startsWith('title') ? 'checks.noTitle' : field.startsWith('excerpt') ? 'checks.noExcerpt' : 'checks.noContent');
}
