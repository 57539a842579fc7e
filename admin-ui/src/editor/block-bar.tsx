import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useTranslation } from '../i18n/use-translation';
import type { Language } from '../api/types';
import { Icon, type IconName } from '../ui/icon';
import { shownShortcut } from '../ui/keyboard';
import { $changeTable, TABLE_ACTIONS, type TableAction } from './text/tables';

const ICONS: Record<TableAction, IconName> = {
  rowAbove: 'row-above',
  rowBelow: 'row-below',
  columnLeft: 'column-left',
  columnRight: 'column-right',
  deleteRow: 'row-delete',
  deleteColumn: 'column-delete',
  deleteTable: 'trash',
};

interface Props {
  language: Language;
  inTable: boolean;
  /** The list of blocks is asked for. */
  onAsk: () => void;
  onFind: () => void;
}

/** Below the text: more blocks than the toolbar has, and what can be done with the table the caret is in. */
export function BlockBar({ language, inTable, onAsk, onFind }: Props) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();

  return (
    <div className="block-bar" role="group" aria-label={t('blocks.bar', { language: language.toUpperCase() })}>
      <button
        type="button"
        className="toolbar__tool block-bar__more"
        title={`${t('blocks.add')} (/)`}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onAsk}
      >
        <Icon name="plus" />
        {t('blocks.add')}
      </button>
      <button
        type="button"
        className="toolbar__tool block-bar__find"
        title={`${t('find.open')} (${shownShortcut('Ctrl+F')})`}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onFind}
      >
        <Icon name="search" />
        {t('find.open')}
      </button>
      {inTable &&
        TABLE_ACTIONS.map((action) => (
          <button
            key={action}
            type="button"
            className="toolbar__tool"
            data-table={action}
            aria-label={t(`blocks.${action}`)}
            title={t(`blocks.${action}`)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => editor.focus(() => editor.update(() => $changeTable(action)))}
          >
            <Icon name={ICONS[action]} />
          </button>
        ))}
    </div>
  );
}
