import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CATEGORIES, type ListedPost } from '../api/types';
import { ALERTS, CATEGORY_LABELS } from '../i18n/fixed';
import type { FieldName } from './fields';
import { ImageField } from './image-field';
import { otherFeatured } from './list-rules';
import type { Workspace } from './use-workspace';

interface Props {
  workspace: Workspace;
  posts: readonly ListedPost[];
  missing: readonly FieldName[];
}

/** What a post has once for all languages: category, author, marks, image. */
export function FormSettings({ workspace, posts, missing }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { state, dispatch } = workspace;
  const authorMissing = missing.includes('author');

  /** At most one post is featured: the box stays off while another one has the mark. */
  function onFeatured(on: boolean) {
    if (on && otherFeatured(posts, state.base?.id ?? null)) {
      window.alert(ALERTS.featured);
      return;
    }
    dispatch({ type: 'field', name: 'featured', value: on });
  }

  return (
    <div className="settings">
      <label className="field">
        <span className="field__label">{t('form.category')}</span>
        <select
          name="category"
          lang="az"
          value={state.fields.category}
          onChange={(event) => dispatch({ type: 'field', name: 'category', value: event.target.value })}
        >
          {CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {CATEGORY_LABELS[category]}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span className="field__label">{t('form.author')} *</span>
        <input
          id="author"
          name="author"
          type="text"
          required
          maxLength={200}
          autoComplete="off"
          value={state.fields.author}
          aria-invalid={authorMissing}
          aria-describedby={authorMissing ? `${id}-author` : undefined}
          onChange={(event) => dispatch({ type: 'field', name: 'author', value: event.target.value })}
        />
        {authorMissing && (
          <span className="field__error" id={`${id}-author`}>
            {t('form.required')}
          </span>
        )}
      </label>
      <div className="settings__marks">
        <label className="check">
          <input name="featured" type="checkbox" checked={state.fields.featured} onChange={(event) => onFeatured(event.target.checked)} />
          {t('form.featured')}
        </label>
        <label className="check">
          <input
            name="trending"
            type="checkbox"
            checked={state.fields.trending}
            onChange={(event) => dispatch({ type: 'field', name: 'trending', value: event.target.checked })}
          />
          {t('form.trending')}
        </label>
      </div>
      <ImageField key={state.session} image={state.image} current={state.base?.image ?? null} onChange={(image) => dispatch({ type: 'image', image })} />
    </div>
  );
}
