import { type ReactNode, useMemo } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { LANGUAGES } from '../api/types';
import type { Difference, Side } from '../form/compare';
import type { FieldName } from '../form/fields';
import { useCategories } from '../site/categories';
import { compareHtml, compareText } from '../rich-text/compare';
import { ComparedText } from '../life/compared-text';
import { useFieldLabel } from '../life/use-field-label';
import { usePicture } from '../pictures/use-picture';

interface Choice {
  side: Side;
  onSide: (side: Side) => void;
}

/** A field whose two versions differ. */
export function FieldRow({ row, ...choice }: Choice & { row: Difference }) {
  const label = useFieldLabel();
  const [mine, theirs] = useVersions(row);
  return <Row name={row.name} label={label(row.name)} changedBy={row.changedBy} mine={mine} theirs={theirs} {...choice} />;
}

function useVersions({ name, mine, theirs }: Difference): [ReactNode, ReactNode] {
  const { t } = useTranslation();
  return useMemo(() => {
    if (typeof mine === 'boolean') return [t(mine ? 'conflict.yes' : 'conflict.no'), t(theirs ? 'conflict.yes' : 'conflict.no')];
    if (name === 'category') return [<Category key="mine" id={mine} />, <Category key="theirs" id={String(theirs)} />];
    const [left, right] = (name.startsWith('content_') ? compareHtml : compareText)(mine, String(theirs));
    const lang = languageOf(name);
    return [<ComparedText key="mine" lines={left} lang={lang} />, <ComparedText key="theirs" lines={right} lang={lang} />];
  }, [name, mine, theirs, t]);
}

function languageOf(name: FieldName) {
  return LANGUAGES.find((language) => name.endsWith(`_${language}`));
}

function Category({ id }: { id: string }) {
  const { label } = useCategories();
  return <span lang="az">{label(id)}</span>;
}

/** Two other images than the one that was there; `null` is none. */
export function ImageRow({ mine, theirs, ...choice }: Choice & { mine: File | null; theirs: string | null }) {
  const { t } = useTranslation();
  const none = <span className="muted">{t('list.noImage')}</span>;
  const myImage = mine === null ? none : <Picture file={mine} address={null} />;
  const theirImage = theirs === null ? none : <Picture file={null} address={theirs} />;
  return <Row name="image" label={t('form.image')} changedBy="both" mine={myImage} theirs={theirImage} {...choice} />;
}

function Picture({ file, address }: { file: File | null; address: string | null }) {
  return <img ref={usePicture(file, address)} className="conflict__picture" alt={file?.name ?? ''} />;
}

interface RowProps extends Choice {
  name: string;
  label: string;
  changedBy: Difference['changedBy'];
  mine: ReactNode;
  theirs: ReactNode;
}

const CHANGED = { both: 'conflict.changedByBoth', mine: 'conflict.changedByMe', theirs: 'conflict.changedByThem' } as const;

function Row({ name, label, changedBy, side, onSide, ...versions }: RowProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="conflict__row">
      <legend className="conflict__name">
        {label} <span className="muted">({t(CHANGED[changedBy])})</span>
      </legend>
      {(['mine', 'theirs'] as const).map((option) => (
        <div key={option} className={`conflict__side${side === option ? ' conflict__side--chosen' : ''}`}>
          <label className="conflict__choice">
            <input type="radio" name={`conflict_${name}`} value={option} checked={side === option} onChange={() => onSide(option)} />
            {t(`conflict.${option}`)}
          </label>
          <div className="conflict__text">{versions[option]}</div>
        </div>
      ))}
    </fieldset>
  );
}
