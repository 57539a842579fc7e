import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import az from '../../../docs/editing.az.md';
import en from '../../../docs/editing.md';
import ru from '../../../docs/editing.ru.md';
import { Modal } from '../ui/modal';
import { type Line, SHORTCUTS } from './shortcuts';
import { chooseSingleKey, singleKeyWorks } from './single-key';
import './help.css';

const GUIDE = { az, en, ru };
const PLACES = ['everywhere', 'inForm', 'inText'] as const;

/** The keys, and the guide for editors in the interface's language. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const [single, setSingle] = useState(singleKeyWorks);
  return (
    <Modal title={t('layout.help')} closeLabel={t('help.shut')} onClose={onClose} size="side">
      <section className="help" aria-labelledby="help-guide">
        <h3 className="help__title" id="help-guide">
          {t('help.guide')}
        </h3>
        {GUIDE[i18n.language].map(({ title, html }) => (
          <details key={title} className="help__chapter">
            <summary>{title}</summary>
            {/* Ours, made of a file of this repository. */}
            <div className="help__text" dangerouslySetInnerHTML={{ __html: html }} />
          </details>
        ))}
      </section>
      <section className="help" aria-labelledby="help-keys">
        <h3 className="help__title" id="help-keys">
          {t('help.keys')}
        </h3>
        {PLACES.map((place) => (
          <div key={place} className="help__place">
            <h4>{t(`help.${place}`)}</h4>
            <dl>
              {SHORTCUTS[place].map((line) => (
                <KeysLine key={line[0]} line={line} />
              ))}
            </dl>
          </div>
        ))}
        <label className="help__single">
          <input
            type="checkbox"
            checked={single}
            onChange={({ target }) => {
              chooseSingleKey(target.checked);
              setSingle(target.checked);
            }}
          />
          {t('help.single')}
        </label>
      </section>
    </Modal>
  );
}

function KeysLine({ line: [name, ...keys] }: { line: Line }) {
  const { t } = useTranslation();
  return (
    <div className="help__line">
      <dt>{t(name)}</dt>
      <dd>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dd>
    </div>
  );
}
