import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../api/types';
import { countWords, plainText } from '../editor/html/measure';
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
  return (
    <div className="field">
      <span className="field__label">
        {t('form.content')}
        <WordCount html={html} />
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
        />
      </Suspense>
    </div>
  );
}

/** How long typing may pause before the words are counted. */
const PAUSE = 400;

/** Counted when typing pauses: reading a long text takes longer than a key may. */
function WordCount({ html }: { html: string }) {
  const { t } = useTranslation();
  const [words, setWords] = useState(() => countWords(plainText(html)));
  useEffect(() => {
    const timer = setTimeout(() => setWords(countWords(plainText(html))), PAUSE);
    return () => clearTimeout(timer);
  }, [html]);
  return <span className="field__count muted">{t('form.words', { count: words })}</span>;
}
