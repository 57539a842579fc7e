import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { copyWords } from '../ui/copy';
import { useAskBeforeLosing } from '../ui/stay';

/** The recovery codes, shown this once: to be copied, or kept as a file. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<boolean | null>(null);
  const [kept, setKept] = useState(false);
  useAskBeforeLosing(!kept, t('people.leaveOnce'));
  const list = useRef<HTMLOListElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const text = `${codes.join('\n')}\n`;

  // What has to be kept now.
  useEffect(() => title.current?.focus(), []);

  async function copy() {
    const done = await copyWords(text);
    // Where the browser does not copy, the person can.
    if (!done && list.current) getSelection()?.selectAllChildren(list.current);
    setCopied(done);
    if (done) setKept(true);
  }
  function download() {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    Object.assign(document.createElement('a'), { href: address, download: t('secondStep.file') }).click();
    setKept(true);
    // The browser has begun to read it when the click is over.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }

  return (
    <div className="notice codes">
      <h3 className="notice__title" ref={title} tabIndex={-1}>
        {t('secondStep.codesTitle')}
      </h3>
      <p>{t('secondStep.codesHint')}</p>
      <ol className="codes__list" ref={list} onCopy={() => setKept(true)}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="notice__actions">
        <button type="button" className="button" onClick={() => void copy()}>
          {t('secondStep.copy')}
        </button>
        <button type="button" className="button" onClick={download}>
          {t('secondStep.download')}
        </button>
        <button type="button" className="button button--primary" onClick={onKept}>
          {t('secondStep.kept')}
        </button>
      </div>
      <p role="status" className="people__said">
        {copied !== null && t(copied ? 'secondStep.copied' : 'people.notCopied')}
      </p>
    </div>
  );
}
