import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { askForApproval, returnApproval } from '../api/approvals';
import { ownName } from '../api/client';
import { LANGUAGES, type Language } from '../api/types';
import { languagesWithText, languagesWithTitle } from '../form/fields';
import { editedId, useWorkspace, useWorkspaceState } from '../saving/workspace-context';
import { useKeptWords } from '../ui/kept-words';
import { Modal } from '../ui/modal';
import { isOnSite, lackOf } from './publish-rules';
import { setUnsaved } from '../ui/unsaved';
import { useAction } from './use-action';

/** Longest note that the server takes, in characters. */
const LONGEST = 1000;

/** Of what is unsaved here, and not on the page below. */
const HOLDER = 'note';

/** The note of whoever is signed in on the open post, `what` it is for; a post without a number goes by its form. */
function useNote(what: 'ask' | 'return') {
  const post = useWorkspaceState((state) => editedId(state) ?? state.form.sitting);
  const [note, type, sent] = useKeptWords(`note ${what} ${post} ${ownName() ?? ''}`);
  const written = note.trim() !== '';
  useEffect(() => {
    setUnsaved(written, HOLDER);
    return () => setUnsaved(false, HOLDER);
  }, [written]);
  return { note, type, sent };
}

/** An author asks for these languages to be published; what is in the form is kept first. */
export function ApprovalDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const workspace = useWorkspace();
  const [{ fields, base }] = useState(workspace.state.form);
  const written = languagesWithText(fields);
  const titled = languagesWithTitle(fields);
  const [chosen, setChosen] = useState<readonly Language[]>(written);
  const { note, type, sent } = useNote('ask');
  const { busy, problem, refused, run } = useAction(onClose);
  // What an editor could not publish is not asked for.
  const withoutAz = chosen.length > 0 && !chosen.includes('az') && !isOnSite(base?.life?.languages.az.published_at);
  const authorless = fields.author.trim() === '';
  const ready = chosen.length > 0 && !withoutAz && !authorless;

  function ask() {
    if (!ready) return;
    void run(async (id) => {
      await askForApproval(id, chosen, note);
      sent(note);
      await client.invalidateQueries({ queryKey: ['approval', id] });
    });
  }
  return (
    <Modal title={t('approval.askTitle')} closeLabel={t('life.close')} onClose={onClose} size="small">
      <p className="muted">{t('approval.askHint')}</p>
      <fieldset className="choices">
        <legend className="field__label">{t('publishing.which')}</legend>
        {LANGUAGES.map((language) => (
          <label key={language} className="check">
            <input
              type="checkbox"
              name={`ask_${language}`}
              checked={chosen.includes(language)}
              disabled={!titled.includes(language)}
              onChange={(event) =>
                setChosen(LANGUAGES.filter((other) => (other === language ? event.target.checked : chosen.includes(other))))
              }
            />
            <span className="choices__about">
              <span className="choices__name">{t(`languages.${language}`)}</span>{' '}
              {!written.includes(language) && <span className="choices__lack muted">{t(lackOf(titled, language))}</span>}
            </span>
          </label>
        ))}
      </fieldset>
      <Note label={t('approval.note')} value={note} onChange={type} />
      <p className="field__error" role="alert">
        {withoutAz
          ? t('publishing.azFirst')
          : authorless
            ? t('approval.authorless')
            : refused['languages']?.includes('no_changes')
              ? t('approval.noChanges')
              : problem}
      </p>
      <Actions label={t('approval.send')} ready={ready} busy={busy} onDo={ask} onClose={onClose} />
    </Modal>
  );
}

/** An editor says what is to be done first; `gone`: there is nothing to send back any more. */
export function ReturnDialog({ gone, onClose }: { gone: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { note, type, sent } = useNote('return');
  const { busy, problem, failure, run } = useAction(onClose);
  const ready = note.trim() !== '';

  function send() {
    if (!ready) return;
    void run(
      async (id) => {
        await returnApproval(id, note);
        sent(note);
        await client.invalidateQueries({ queryKey: ['approval', id] });
      },
      { keepFirst: false },
    );
  }
  return (
    <Modal title={t('approval.returnTitle')} closeLabel={t('life.close')} onClose={onClose} size="small">
      <Note label={t('approval.returnNote')} value={note} onChange={type} />
      <p className="field__error" role="alert">
        {gone || failure === 'gone' ? t('approval.returnGone') : problem}
      </p>
      <Actions label={t('approval.returnSend')} ready={ready} busy={busy} onDo={send} onClose={onClose} />
    </Modal>
  );
}

function Note({ label, value, onChange }: { label: string; value: string; onChange: (note: string) => void }) {
  const id = useId();
  return (
    <label className="field" htmlFor={id}>
      <span className="field__label">{label}</span>
      <textarea id={id} rows={4} maxLength={LONGEST} value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}

function Actions({
  label,
  ready,
  busy,
  onDo,
  onClose,
}: {
  label: string;
  ready: boolean;
  busy: boolean;
  onDo: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="modal__actions">
      <button type="button" className="button button--primary" aria-disabled={!ready || busy} onClick={onDo}>
        {busy && <span className="spinner" aria-hidden="true" />}
        {label}
      </button>
      <button type="button" className="button button--quiet" onClick={onClose}>
        {t('form.cancel')}
      </button>
    </div>
  );
}
