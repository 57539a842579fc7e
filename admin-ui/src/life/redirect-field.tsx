import { useId, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { Refused } from '../api/errors';
import { useWorkspace } from '../saving/workspace-context';

/** Where an address shall lead once its post is gone; nowhere, as long as nothing is written. */
export function useRedirect(known: string | null = null) {
  const [value, setValue] = useState(known ?? '');
  return { value, setValue, to: value.trim() === '' ? null : value.trim() };
}

interface Props {
  id: number;
  redirect: ReturnType<typeof useRedirect>;
  refused: Refused;
}

/** The address of a page that takes a post's place; other posts are proposed. */
export function RedirectField({ id, redirect: { value, setValue }, refused }: Props) {
  const { t } = useTranslation();
  const { posts } = useWorkspace();
  const field = useId();
  const rule = RULES.find((known) => refused['redirect_to']?.includes(known));
  const problem = rule ? t(`redirect.${rule}`) : 'redirect_to' in refused ? t('redirect.invalid') : null;
  return (
    <div className="field redirect">
      <label className="field__label" htmlFor={field}>
        {t('redirect.label')}
      </label>
      <input
        id={field}
        name="redirect_to"
        type="text"
        inputMode="url"
        autoComplete="off"
        maxLength={2000}
        list={`${field}-posts`}
        placeholder="/blog/…/"
        value={value}
        aria-invalid={problem !== null}
        aria-describedby={`${field}-hint ${field}-problem`}
        onChange={(event) => setValue(event.target.value)}
      />
      <datalist id={`${field}-posts`}>
        {posts
          .all()
          .filter((post) => post.id !== id && post.live !== false)
          .map((post) => (
            <option key={post.id} value={`/blog/${post.id}/`} label={post.title_az || `№ ${post.id}`} />
          ))}
      </datalist>
      <span className="field__hint muted" id={`${field}-hint`}>
        {t('redirect.hint')}
      </span>
      <span className="field__error" id={`${field}-problem`} role="alert">
        {problem}
      </span>
    </div>
  );
}

const RULES = ['invalid', 'no_such_page', 'itself', 'loop', 'partial', 'on_line'] as const;
