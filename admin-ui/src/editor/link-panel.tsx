import { $toggleLink } from '@lexical/link';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $createTextNode, $getSelection, $isRangeSelection } from 'lexical';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { linkUrl } from '../rich-text/urls';
import { Icon } from '../ui/icon';
import { FloatingPanel } from './floating-panel';
import { $linkAt } from './text/selection-state';
import { usePaintedSelection } from './use-painted-selection';

interface Props {
  /** Address of the link being edited; `null` for a new one. */
  url: string | null;
  focus: boolean;
  onClose: () => void;
}

/** Selects the whole link first, so that it changes as one; a new link without a selection shows its address. */
function $applyLink(url: string | null): void {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return;
  const link = $linkAt(selection);
  if (link && url !== null) {
    link.setURL(url);
  } else if (link) {
    link.select(0, link.getChildrenSize());
    $toggleLink(null);
  } else if (url !== null) {
    if (selection.isCollapsed()) {
      const text = $createTextNode(url);
      selection.insertNodes([text]);
      text.select(0, url.length);
    }
    $toggleLink(url);
  }
}

/** A link edited in place: address, open, remove. */
export function LinkPanel({ url, focus, onClose }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [editor] = useLexicalComposerContext();
  const [typed, setTyped] = useState(url ?? '');
  const [refused, setRefused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  usePaintedSelection();

  useEffect(() => {
    if (focus) input.current?.focus();
  }, [focus]);

  function finish(target: string | null) {
    editor.update(() => $applyLink(target), { onUpdate: () => editor.focus() });
    onClose();
  }

  function apply() {
    const target = linkUrl(typed);
    setRefused(target === null);
    if (target !== null) finish(target);
  }

  function cancel() {
    onClose();
    editor.focus();
  }

  return (
    <FloatingPanel label={t('editor.link')} onConfirm={apply} onCancel={cancel}>
      <label className="field floating__wide">
        <span className="field__label">{t('editor.linkUrl')}</span>
        <input
          ref={input}
          type="text"
          inputMode="url"
          value={typed}
          placeholder="https://"
          aria-invalid={refused}
          aria-describedby={`${id}-error`}
          onChange={(event) => setTyped(event.target.value)}
        />
        <span className="field__error" id={`${id}-error`} role="alert">
          {refused && t('editor.linkRefused')}
        </span>
      </label>
      <div className="floating__actions">
        <button type="button" className="button button--primary button--small" onClick={apply}>
          {t('editor.linkApply')}
        </button>
        {url !== null && (
          <>
            <a className="button button--quiet button--small" href={url} target="_blank" rel="noreferrer noopener">
              <Icon name="external" />
              {t('editor.linkOpen')}
            </a>
            <button type="button" className="button button--quiet button--small" onClick={() => finish(null)}>
              {t('editor.linkRemove')}
            </button>
          </>
        )}
        <button type="button" className="button button--quiet button--small" onClick={cancel}>
          {t('editor.close')}
        </button>
      </div>
    </FloatingPanel>
  );
}
