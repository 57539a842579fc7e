import { useTranslation } from '../i18n/use-translation';
import { titleOf } from '../form/fields';
import { ALERTS } from '../i18n/fixed';
import type { Save } from '../saving/state';
import { useWorkspace, useWorkspaceState } from '../saving/workspace-context';
import { Icon } from '../ui/icon';

/** Saves whose form was left before their answer came: each is told about by the name of its post. */
export function LeftSaves() {
  const saves = useWorkspaceState((state) => state.saves);
  const sitting = useWorkspaceState((state) => state.form.sitting);
  const left = saves.filter((save) => save.sitting !== sitting);
  return (
    <div className="left-saves" role="status">
      {left.map((save) => (
        <LeftSave key={save.sitting} save={save} />
      ))}
    </div>
  );
}

function LeftSave({ save }: { save: Save }) {
  const { t } = useTranslation();
  const { name } = save.phase;
  return (
    <section className={`notice${name === 'failed' || name === 'conflict' ? ' notice--problem' : ''}`} data-left-save={name}>
      <p className="notice__title">
        {name === 'sending' ? <span className="spinner" aria-hidden="true" /> : <Icon name={name === 'saved' ? 'check' : 'alert'} />}
        <span>
          “<span className="notice__name">{titleOf(save.sent.fields) || t('unsaved.untitled')}</span>” – <Result save={save} />
        </span>
      </p>
      {save.phase.name === 'failed' && <p>{t(`failure.${save.phase.failure}`)}</p>}
      {save.phase.name === 'conflict' && <p>{t('notices.conflict')}</p>}
      <LeftSaveActions save={save} />
    </section>
  );
}

/** The specified sentence, and what it is about. */
function Result({ save: { phase } }: { save: Save }) {
  const { t } = useTranslation();
  if (phase.name === 'sending') return t('form.saving');
  if (phase.name === 'saved') return <span lang="az">{phase.created ? ALERTS.created : ALERTS.updated}</span>;
  return <span lang="az">{phase.name === 'failed' && phase.creating ? ALERTS.createFailed : ALERTS.updateFailed}</span>;
}

function LeftSaveActions({ save: { sitting, phase } }: { save: Save }) {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  const close = () => workspace.dispatch({ type: 'dismissed', sitting });
  if (phase.name === 'sending') {
    return (
      <button type="button" className="button button--quiet button--small button--late" onClick={() => workspace.stop(sitting)}>
        {t('form.stop')}
      </button>
    );
  }
  return (
    <div className="notice__actions">
      {phase.name !== 'saved' && (
        <button type="button" className="button button--primary button--small" onClick={() => void workspace.restore(sitting)}>
          {t('notices.openText')}
        </button>
      )}
      <button type="button" className="button button--quiet button--small" onClick={close}>
        {t('notices.close')}
      </button>
    </div>
  );
}
