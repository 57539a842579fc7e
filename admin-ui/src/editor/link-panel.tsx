import { $isLinkNode, $toggleLink } from '@lexical/link';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $findMatchingParent } from '@lexical/utils';
import { $createTextNode, $getRoot, $getSelection, $isRangeSelection, $isTextNode, type RangeSelection } from 'lexical';
import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { Language } from '../api/types';
import { linkUrl } from '../rich-text/urls';
import { Icon } from '../ui/icon';
import { AddressField } from './address-field';
import { FloatingPanel } from './floating-panel';
import type { LinkTarget } from './link-targets';
import { $linkAt } from './text/selection-state';
import { $wordsHere, useKeptHere } from './use-kept-here';
import { usePaintedSelection } from './use-painted-selection';

interface Props {
  /** Address of the link being edited; `null` for a new one. */
  url: string | null;
  focus: boolean;
  /** Of the text that the link stands in. */
  language: Language;
  onClose: () => void;
}

/** Selects the whole link first, so that it changes as one; a new link without a selection shows `words`. The caret ends behind a new one. */
function $applyLink(url: string | null, words: string | null): void {
  const selection = $caretOrWords();
  const link = $linkAt(selection);
  if (link && url !== null) {
    link.setURL(url);
  } else if (link) {
    link.select(0, link.getChildrenSize());
    $toggleLink(null);
  } else if (url !== null) {
    if (selection.isCollapsed()) {
      const text = $createTextNode(words ?? url);
      selection.insertNodes([text]);
      text.select(0, text.getTextContentSize());
    }
    $toggleLink(url);
    $leaveLink();
  }
}

/** Without a caret the end of the text is meant, or of the cells that are selected. */
function $caretOrWords(): RangeSelection {
  const selection = $getSelection();
  return $isRangeSelection(selection) ? selection : (selection?.getNodes().findLast($isTextNode) ?? $getRoot()).selectEnd();
}

/** What is typed or inserted next comes after the link and is no part of it. */
function $leaveLink(): void {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return;
  const link = selection
    .getNodes()
    .map((node) => $findMatchingParent(node, $isLinkNode))
    .findLast((found) => found !== null);
  if (!link) return;
  const after = link.getIndexWithinParent() + 1;
  link.getParentOrThrow().select(after, after);
}

/** A link edited in place: address or a page of the site, open, remove. */
export function LinkPanel({ url, focus, language, onClose }: Props) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const [typed, setTyped, used] = useKeptHere(`link ${url ?? ''}`, $wordsHere, url ?? '');
  const [refused, setRefused] = useState(false);
  const [taken, setTaken] = useState<LinkTarget | null>(null);
  const chosen = taken?.address === typed.trim() ? taken : null;
  usePaintedSelection();

  function take(target: LinkTarget) {
    setTyped(target.address);
    setTaken(target);
    setRefused(false);
  }

  function finish(target: string | null) {
    used();
    editor.update(() => $applyLink(target, chosen?.words ?? null), { onUpdate: () => editor.focus() });
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
      <AddressField value={typed} onChange={setTyped} onChoose={take} chosen={chosen} refused={refused} language={language} focus={focus} />
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
