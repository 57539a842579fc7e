import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Post, Versioned } from '../api/types';
import { differences, imagesDiffer, mergeContent, type Side, type Subject } from '../form/compare';
import { fieldsOf } from '../form/fields';
import { type Base, type Content, contentOf } from '../form/state';
import { useWorkspace } from '../saving/use-workspace';
import { Modal } from '../ui/modal';
import { FieldRow, ImageRow } from './conflict-row';
import './conflict.css';

interface Props {
  base: Base;
  mine: Content;
  theirs: Versioned<Post>;
}

/** Both versions of each field that differs; what only one side changed is proposed from that side. */
export function ConflictDialog({ base, mine, theirs }: Props) {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  const theirFields = useMemo(() => fieldsOf(theirs.value), [theirs]);
  const rows = useMemo(() => differences(base.fields, mine.fields, theirFields), [base, mine.fields, theirFields]);
  const withImage = imagesDiffer(base.image, mine, theirs.value.image);
  const [chosen, setChosen] = useState<Partial<Record<Subject, Side>>>({});
  const proposed: Partial<Record<Subject, Side>> = Object.fromEntries(rows.map((row) => [row.name, row.proposed]));
  const choice = { ...proposed, ...chosen };
  const side = (subject: Subject) => choice[subject] ?? 'mine';
  const choose = (subject: Subject) => (next: Side) => setChosen({ ...chosen, [subject]: next });

  function save() {
    void workspace.resolve(theirs, mergeContent(contentOf(mine), theirFields, choice));
  }

  return (
    <Modal title={t('conflict.title')} closeLabel={t('conflict.back')} onClose={workspace.closeConflict}>
      <p>{rows.length > 0 || withImage ? t('conflict.intro') : t('conflict.none')}</p>
      <div className="conflict">
        {rows.map((row) => (
          <FieldRow key={row.name} row={row} side={side(row.name)} onSide={choose(row.name)} />
        ))}
        {withImage && <ImageRow mine={mine.image} theirs={theirs.value.image} side={side('image')} onSide={choose('image')} />}
      </div>
      <div className="modal__actions">
        <button type="button" className="button button--primary" onClick={save}>
          {t('conflict.save')}
        </button>
        <button type="button" className="button button--quiet" onClick={workspace.closeConflict}>
          {t('conflict.back')}
        </button>
      </div>
    </Modal>
  );
}
