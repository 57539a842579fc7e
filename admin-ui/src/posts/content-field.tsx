import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../api/types';
import { useField, useWorkspace, useWorkspaceState } from './saving/use-workspace';

const RichTextField = lazy(() => import('../editor/rich-text-field'));

/** The rich text of one language with its number of words. */
export function ContentField({ language }: { language: Language }) {
  const { t } = useTranslation();
  const { dispatch } = useWorkspace();
  const name = `content_${language}` as const;
  const html = useField(name);
  const session = useWorkspaceState(({ form }) => form.session);
  const revision = useWorkspaceState(({ form }) => form.revision);
  const [words, setWords] = useState<number | null>(null);
  return (
    <div className="field">
      <span className="field__label">
        {t('form.content')}
        <span className="field__count muted">{words !== null && t('form.words', { count: words })}</span>
      </span>
      <Suspense fallback={<div className="editor editor--loading muted">{t('editor.loading')}</div>}>
        <RichTextField
          key={session}
          name={name}
          language={language}
          label={`${t('form.content')} (${language.toUpperCase()})`}
          html={html}
          revision={revision}
          onChange={(value) => dispatch({ type: 'field', name, value })}
          onWords={setWords}
        />
      </Suspense>
    </div>
  );
}
