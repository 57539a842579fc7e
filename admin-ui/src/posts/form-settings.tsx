import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import type { ListedPost } from '../api/types';
import type { FieldName } from '../form/fields';
import { ALERTS } from '../i18n/fixed';
import { currentSave, type State } from '../saving/state';
import { editedId, useField, useWorkspace, useWorkspaceState } from '../saving/workspace-context';
import { useCategories } from '../site/categories';
import { ImageField } from './image-field';
import { authorsOf, otherFeatured } from './list-rules';
import type { Described } from './own-picture-text';
import { PicturePanel } from './parts';

interface Props {
  posts: readonly ListedPost[];
  missing: readonly FieldName[];
}

/** What a post has once for all languages: category, author, marks, image. */
export function FormSettings({ posts, missing }: Props) {
  const sitting = useWorkspaceState(({ form }) => form.sitting);
  // Its words are the picture's, and stay when a save empties the form.
  const [described, setDescribed] = useState<Described | null>(null);
  const close = () => setDescribed(null);
  return (
    <div className="settings">
      <CategoryField />
      <AuthorField posts={posts} missing={missing.includes('author')} />
      <Marks posts={posts} />
      <ImageField key={sitting} onDescribe={setDescribed} />
      {described && <PicturePanel key={described.id} id={described.id} onClose={close} onChanged={described.changed} onGone={close} />}
    </div>
  );
}

function CategoryField() {
  const { t } = useTranslation();
  const { dispatch } = useWorkspace();
  const categories = useCategories();
  const id = useId();
  const chosen = useField('category');
  const refused = useWorkspaceState(refusedCategory);
  const client = useQueryClient();
  // They have become others since the page asked.
  useEffect(() => {
    if (refused !== undefined) void client.invalidateQueries({ queryKey: ['categories'] });
  }, [refused, client]);
  const wrong = refused === chosen;
  const gone = categories.isGone(chosen);
  return (
    <div className="field">
      <label className="field__label" htmlFor="category">
        {t('form.category')}
      </label>
      <select
        id="category"
        name="category"
        lang="az"
        value={chosen}
        aria-invalid={wrong}
        aria-describedby={wrong || gone ? id : undefined}
        onChange={(event) => dispatch({ type: 'field', name: 'category', value: event.target.value })}
      >
        {categories.with(chosen).map((one) => (
          <option key={one} value={one}>
            {categories.label(one)}
            {categories.isGone(one) && ` (${one})`}
          </option>
        ))}
      </select>
      {(wrong || gone) && (
        <span className={wrong ? 'field__error' : 'field__hint'} id={id}>
          {t(wrong ? 'failure.category' : 'form.categoryGone')}
        </span>
      )}
    </div>
  );
}

/** The category that the server did not take with the form or its draft. */
function refusedCategory(state: State): string | undefined {
  const save = currentSave(state);
  if (save?.phase.name === 'failed' && save.phase.failure === 'category') return save.sent.fields.category;
  const { draft, form } = state;
  return draft?.name === 'failed' && draft.failure === 'category' ? form.draftsSent?.at(-1)?.category : undefined;
}

function AuthorField({ posts, missing }: Pick<Props, 'posts'> & { missing: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  const { dispatch } = useWorkspace();
  return (
    <div className="field">
      {/* Alone: the name of a field is all that its label holds, and what is missing is none of it. */}
      <label className="field__label" htmlFor="author">
        {t('form.author')} *
      </label>
      <input
        id="author"
        name="author"
        type="text"
        required
        maxLength={200}
        autoComplete="off"
        list={`${id}-known`}
        value={useField('author')}
        aria-invalid={missing}
        aria-describedby={missing ? `${id}-author` : undefined}
        onChange={(event) => dispatch({ type: 'field', name: 'author', value: event.target.value })}
      />
      <datalist id={`${id}-known`}>
        {authorsOf(posts).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {missing && (
        <span className="field__error" id={`${id}-author`}>
          {t('form.required')}
        </span>
      )}
    </div>
  );
}

function Marks({ posts }: Pick<Props, 'posts'>) {
  const { t } = useTranslation();
  const workspace = useWorkspace();
  const { dispatch } = workspace;

  /** At most one post is featured: the box stays off while another one has the mark. */
  function onFeatured(on: boolean) {
    if (on && otherFeatured(posts, editedId(workspace.state))) {
      window.alert(ALERTS.featured);
      return;
    }
    dispatch({ type: 'field', name: 'featured', value: on });
  }

  return (
    <div className="settings__marks">
      <label className="check">
        <input name="featured" type="checkbox" checked={useField('featured')} onChange={(event) => onFeatured(event.target.checked)} />
        {t('form.featured')}
      </label>
      <label className="check">
        <input
          name="trending"
          type="checkbox"
          checked={useField('trending')}
          onChange={(event) => dispatch({ type: 'field', name: 'trending', value: event.target.checked })}
        />
        {t('form.trending')}
      </label>
    </div>
  );
}
