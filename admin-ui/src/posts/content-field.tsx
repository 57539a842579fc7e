import { useCallback, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { Language } from '../api/types';
import { useWorkspace, useWorkspaceState } from '../saving/workspace-context';
import { NotHere } from '../ui/not-here';
import { Part, usePart } from '../ui/part';

const source = new Part(async () => (await import('../editor/rich-text-field')).default);

/** The rich text of one language with its number of words. A key in it draws nothing again but that number. */
export function ContentField({ language }: { language: Language }) {
  const { t } = useTranslation();
  const { part: RichTextField, failed } = usePart(source);
  const workspace = useWorkspace();
  const name = `content_${language}` as const;
  const sitting = useWorkspaceState(({ form }) => form.sitting);
  const replacements = useWorkspaceState(({ form }) => form.replacements);
  const merges = useWorkspaceState(({ form }) => form.merges);
  const [words, setWords] = useState<number | null>(null);
  const read = useCallback(() => workspace.state.form.fields[name], [workspace, name]);
  const write = useCallback((value: string) => workspace.dispatch({ type: 'field', name, value }), [workspace, name]);
  return (
    <div className="field">
      <span className="field__label">
        {t('texts.content')}
        <span className="field__count muted">{words !== null && t('form.words', { count: words })}</span>
      </span>
      {RichTextField ? (
        <RichTextField
          key={sitting}
          name={name}
          language={language}
          label={`${t('texts.content')} (${language.toUpperCase()})`}
          read={read}
          replacements={replacements}
          merges={merges}
          onChange={write}
          onWords={setWords}
        />
      ) : failed ? (
        <NotHere onRetry={source.fetch} />
      ) : (
        <div className="editor editor--loading muted">{t('form.contentComing')}</div>
      )}
    </div>
  );
}
