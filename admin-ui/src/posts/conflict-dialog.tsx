import { useMemo, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { type Difference, imagesDiffer, mergeContent, type Side, type Subject } from '../form/compare';
import { mergeFields } from '../form/merge';
import { type Base, type Content, contentOf } from '../form/state';
import { useWorkspace } from '../saving/workspace-context';
import { Modal } from '../ui/modal';
import { FieldRow, ImageRow } from './conflict-row';
import './conflict.css';

interface Props {
  base: Base;
  mine: Content;
  theirs: Base;
  onClose: () => void;
}

/** Both versions of each field that two people changed in the same place; everything else is merged already. */
export function ConflictDialog({ base, mine, theirs, onClose }: Props) {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  const merged = useMemo(() => mergeFields(base.fields, mine.fields, theirs.fields), [base, mine.fields, theirs]);
  const rows = useMemo(
    () =>
      merged.overlaps.map((name): Difference => ({
        name,
        mine: merged.mine[name],
        theirs: merged.theirs[name],
        changedBy: 'both',
        proposed: 'mine',
      })),
    [merged],
  );
  const withImage = imagesDiffer(base.image, mine, theirs.image);
  const [choice, setChosen] = useState<Partial<Record<Subject, Side>>>({});
  const side = (subject: Subject) => choice[subject] ?? 'mine';
  const choose = (subject: Subject) => (next: Side) => setChosen({ ...choice, [subject]: next });

  function save() {
    void workspace.resolve(theirs, mergeContent({ ...contentOf(mine), fields: merged.mine }, merged.theirs, choice));
  }

  return (
    <Modal title={t('conflict.title')} closeLabel={t('conflict.back')} onClose={onClose}>
      <p>{rows.length > 0 || withImage ? t('conflict.intro') : t('conflict.none')}</p>
      <div className="conflict">
        {rows.map((row) => (
          <FieldRow key={row.name} row={row} side={side(row.name)} onSide={choose(row.name)} />
        ))}
        {withImage && <ImageRow mine={mine.image} theirs={theirs.image} side={side('image')} onSide={choose('image')} />}
      </div>
      <div className="modal__actions">
        <button type="button" className="button button--primary" onClick={save}>
          {t('conflict.save')}
        </button>
        <button type="button" className="button button--quiet" onClick={onClose}>
          {t('conflict.back')}
        </button>
      </div>
    </Modal>
  );
}
