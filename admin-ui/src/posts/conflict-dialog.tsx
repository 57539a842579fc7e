import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Post, Versioned } from '../api/types';
import { plainText } from '../editor/html/measure';
import { CATEGORY_LABELS } from '../i18n/fixed';
import { Modal } from '../ui/modal';
import { fieldsOf, type FieldName, type PostFields } from './fields';
import { type Difference, differences, mergeFields, type Side } from './merge';
import { useFieldLabel } from './use-field-label';

interface Props {
  base: PostFields;
  mine: PostFields;
  theirs: Versioned<Post>;
  onSave: (theirs: Versioned<Post>, fields: PostFields) => Promise<void>;
  onClose: () => void;
}

/** Both versions of each field that differs; what only one side changed is proposed from that side. */
export function ConflictDialog({ base, mine, theirs, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const theirFields = useMemo(() => fieldsOf(theirs.value), [theirs]);
  const rows = useMemo(() => differences(base, mine, theirFields), [base, mine, theirFields]);
  const [chosen, setChosen] = useState<Partial<Record<FieldName, Side>>>({});
  const choice = { ...Object.fromEntries(rows.map((row) => [row.name, row.proposed])), ...chosen } as Partial<Record<FieldName, Side>>;

  return (
    <Modal title={t('conflict.title')} closeLabel={t('conflict.back')} onClose={onClose}>
      <p>{rows.length > 0 ? t('conflict.intro') : t('conflict.none')}</p>
      <div className="conflict">
        {rows.map((row) => (
          <ConflictRow key={row.name} row={row} side={choice[row.name] ?? row.proposed} onSide={(side) => setChosen({ ...chosen, [row.name]: side })} />
        ))}
      </div>
      <div className="modal__actions">
        <button type="button" className="button button--primary" onClick={() => void onSave(theirs, mergeFields(mine, theirFields, choice))}>
          {t('conflict.save')}
        </button>
        <button type="button" className="button button--quiet" onClick={onClose}>
          {t('conflict.back')}
        </button>
      </div>
    </Modal>
  );
}

const CHANGED = { both: 'conflict.changedByBoth', mine: 'conflict.changedByMe', theirs: 'conflict.changedByThem' } as const;

function ConflictRow({ row, side, onSide }: { row: Difference; side: Side; onSide: (side: Side) => void }) {
  const { t } = useTranslation();
  const label = useFieldLabel();
  return (
    <fieldset className="conflict__row">
      <legend className="conflict__name">
        {label(row.name)} <span className="muted">({t(CHANGED[row.changedBy])})</span>
      </legend>
      {(['mine', 'theirs'] as const).map((option) => (
        <label key={option} className={`conflict__side${side === option ? ' conflict__side--chosen' : ''}`}>
          <span className="conflict__choice">
            <input type="radio" name={`conflict_${row.name}`} value={option} checked={side === option} onChange={() => onSide(option)} />
            {t(`conflict.${option}`)}
          </span>
          <span className="conflict__text">
            <Value name={row.name} value={row[option]} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Value({ name, value }: { name: FieldName; value: string | boolean }) {
  const { t } = useTranslation();
  if (typeof value === 'boolean') return t(value ? 'conflict.yes' : 'conflict.no');
  if (name === 'category') return CATEGORY_LABELS[value as keyof typeof CATEGORY_LABELS];
  const text = name.startsWith('content_') ? plainText(value) : value;
  return text || <span className="muted">{t('conflict.emptyText')}</span>;
}
