import { describe, expect, it } from 'vitest';
import { ApiError, mayHaveSucceeded } from '../api/errors';
import type { ListedPost } from '../api/types';
import { differences, imagesDiffer, isDirty, mergeContent, sameValue } from '../form/compare';
import { emptyTexts, isEmptyText } from '../form/empty';
import { EMPTY_FIELDS, fieldsOf, missingFields } from '../form/fields';
import { toFormData } from '../form/payload';
import { baseOf, emptyForm, formReducer, isTouched } from '../form/state';
import { failureOf } from '../saving/failure';
import { withCreated, withoutPost, withUpdated } from '../saving/listed';
import { aPost } from '../test/server';
import { imageProblem } from './image-rules';
import { authorsOf, daysLeft, featuredOf, otherFeatured, pageCount, pageOf, pagerItems, visiblePosts } from './list-rules';

const posts = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => aPost({ id, featured: id === 5, category: id % 2 ? 'audit' : 'hr' }));
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);

it.each([
  // Deleted a moment ago, by an answer that took its time.
  [30 * 24 * 3600 + 20, 30],
  [29.5 * 24 * 3600, 30],
  [3600, 1],
  [-5, 0],
])('%d seconds before it goes for good a post has so many days left: %i', (seconds, days) => {
  expect(daysLeft(new Date(seconds * 1000).toISOString(), 0)).toBe(days);
});

describe('the list', () => {
  it('shows the featured post first and keeps the order otherwise', () => {
    expect(ids(visiblePosts(posts, 'all'))).toEqual([5, 1, 2, 3, 4, 6, 7, 8]);
  });

  it('filters by exact category', () => {
    expect(ids(visiblePosts(posts, 'hr'))).toEqual([2, 4, 6, 8]);
    expect(visiblePosts(posts, 'valuation')).toEqual([]);
  });

  it('has six cards on a page', () => {
    expect(pageCount(6)).toBe(1);
    expect(pageCount(7)).toBe(2);
    expect(ids(pageOf(posts, 2).posts)).toEqual([7, 8]);
  });

  it('shows the last page when the asked one is gone', () => {
    expect(pageOf(posts.slice(0, 6), 2).page).toBe(1);
    expect(pageOf([], 3)).toEqual({ page: 1, posts: [] });
  });

  it('knows who has written, each once, whoever wrote last first', () => {
    const by = ['Aygün', ' Rauf ', '', 'Aygün', 'Rauf', 'Emin'].map((author, id) => aPost({ id, author }));
    expect(authorsOf(by)).toEqual(['Aygün', 'Rauf', 'Emin']);
    expect(authorsOf(Array.from({ length: 300 }, (_, id) => aPost({ id, author: `A${id}` })))).toHaveLength(100);
  });

  it('shortens a long pager', () => {
    expect(pagerItems(1, 3)).toEqual([1, 2, 3]);
    expect(pagerItems(10, 20)).toEqual([1, null, 9, 10, 11, null, 20]);
  });

  it('puts a new post in front, replaces an updated one, drops a deleted one', () => {
    expect(ids(withCreated(posts, aPost({ id: 9 })))[0]).toBe(9);
    expect(withUpdated(posts, aPost({ id: 3, author: 'X' }))[2]?.author).toBe('X');
    expect(ids(withoutPost(posts, 3))).not.toContain(3);
  });

  describe('of several posts with the mark', () => {
    const live = { featured: true, live: true };
    const copy = { ...live, edited_at: '2026-11-03T08:00:00Z' };
    const listed = (changes: Partial<ListedPost>[]) => changes.map((change, at) => ({ ...aPost({ id: at + 1 }), ...change }) as ListedPost);
    it.each([
      ['the one without a working copy, which can only ask for it', [copy, live], 2],
      ['one that is on the site before one that is not', [{ ...copy, live: false }, copy], 2],
      ['the first of those that are in doubt', [{}, copy, copy], 2],
      ['the only one, also of a draft', [{}, { ...copy, live: false }], 2],
      ['one that was saved here, of whose life nothing is said', [copy, { featured: true }], 2],
      ['none', [{}, {}], undefined],
    ])('is featured: %s', (_, changes, id) => {
      expect(featuredOf(listed(changes))?.id).toBe(id);
    });

    it('comes first, and the others where they are in the list', () => {
      expect(ids(visiblePosts(listed([{}, { ...copy, live: false }, {}, live]), 'all'))).toEqual([4, 1, 2, 3]);
    });
  });

  it('finds another featured post, not counting the edited one', () => {
    expect(otherFeatured(posts, null)?.id).toBe(5);
    expect(otherFeatured(posts, 5)).toBeUndefined();
  });
});

describe('the fields', () => {
  it('requires three titles and the author', () => {
    expect(missingFields(EMPTY_FIELDS)).toEqual(['title_az', 'title_en', 'title_ru', 'author']);
    expect(missingFields({ ...fieldsOf(aPost()), title_ru: ' \n' })).toEqual(['title_ru']);
  });

  it('sends the specified parts, the image only if chosen', () => {
    const form = toFormData({ fields: fieldsOf(aPost({ featured: true })), image: null, imageRemoved: false }, true);
    expect([...form.keys()].sort()).toEqual(
      [
        'title_az',
        'title_en',
        'title_ru',
        'excerpt_az',
        'excerpt_en',
        'excerpt_ru',
        'content_az',
        'content_en',
        'content_ru',
        'category',
        'author',
        'featured',
        'trending',
      ].sort(),
    );
    expect(form.get('featured')).toBe('true');
    const image = new File(['x'], 'a.png', { type: 'image/png' });
    expect(toFormData({ fields: EMPTY_FIELDS, image, imageRemoved: true }).get('image')).toBeInstanceOf(File);
    expect(toFormData({ fields: EMPTY_FIELDS, image, imageRemoved: true }).has('remove_image')).toBe(false);
    expect(toFormData({ fields: EMPTY_FIELDS, image: null, imageRemoved: true }).get('remove_image')).toBe('true');
  });

  it('starts with the category audit', () => {
    expect(EMPTY_FIELDS.category).toBe('audit');
  });

  it.each([
    ['', true],
    ['<p><br></p>', true],
    ['<p>&nbsp;</p>', true],
    ['<p><img src="/a.png" alt=""></p>', false],
    ['<p>x</p>', false],
    ['a < b', false],
    [undefined, true],
  ])('takes %j for empty: %s', (html, empty) => {
    expect(isEmptyText(html)).toBe(empty);
  });

  it('names empty texts of a full post and of a summary', () => {
    expect(emptyTexts(aPost({ content_en: '', excerpt_ru: ' ' }))).toEqual(['content_en', 'excerpt_ru']);
    const summary: ListedPost = { ...aPost(), empty: ['content_ru'] };
    for (const name of ['content_az', 'content_en', 'content_ru']) Reflect.deleteProperty(summary, name);
    expect(emptyTexts(summary)).toEqual(['content_ru']);
  });
});

describe('the form', () => {
  const post = { value: aPost({ id: 7 }), etag: '"7-1"' };

  it('is filled from a post, with no image chosen', () => {
    const dirty = { ...emptyForm('a'), image: new File([], 'x.png') };
    const state = formReducer(dirty, { type: 'edit', sitting: 'b', post });
    expect(state.fields).toEqual(fieldsOf(post.value));
    expect(state.image).toBeNull();
    expect(isDirty(state)).toBe(false);
  });

  it('is dirty after a change, clean when it is taken back', () => {
    const state = formReducer(emptyForm('a'), { type: 'field', name: 'author', value: 'X' });
    expect(isDirty(state)).toBe(true);
    expect(isDirty(formReducer(state, { type: 'field', name: 'author', value: '' }))).toBe(false);
  });

  it('does not call other markup of the same text a change', () => {
    const stored = baseOf({ value: aPost({ content_az: '<p>a <b>b</b></p>\n' }), etag: null });
    const state = { ...emptyForm('a'), base: stored, fields: { ...stored.fields, content_az: '<p>a <strong>b</strong></p>' } };
    expect(isDirty(state)).toBe(false);
    expect(isTouched(state)).toBe(true);
  });

  it('has either another picture or none', () => {
    const image = new File(['x'], 'a.png');
    const edited = formReducer(emptyForm('a'), { type: 'edit', sitting: 'b', post });
    const removed = formReducer(edited, { type: 'imageRemoved', removed: true });
    expect([isDirty(removed), isTouched(removed)]).toEqual([true, true]);
    expect(formReducer(removed, { type: 'image', image })).toMatchObject({ image, imageRemoved: false });
    expect(isDirty(formReducer(removed, { type: 'imageRemoved', removed: false }))).toBe(false);
  });
});

describe('values', () => {
  it.each([
    ['title_az', ' a  b ', 'a b', true],
    ['excerpt_az', 'a\r\nb\n', 'a\nb', true],
    ['excerpt_az', 'a  b', 'a b', false],
    ['content_az', '<p><br></p>', '', true],
    ['content_az', '<p>a</p>', '<p>b</p>', false],
    ['featured', true, false, false],
  ] as const)('%s: %j and %j are the same to the server: %s', (name, a, b, same) => {
    expect(sameValue(name, a, b)).toBe(same);
  });
});

describe('a chosen file', () => {
  it.each([
    [{ type: 'image/png', size: 1 }, null],
    [{ type: 'image/png', size: 0 }, 'imageEmpty'],
    [{ type: 'application/pdf', size: 9 }, 'imageType'],
    [{ type: '', size: 0 }, 'imageType'],
  ])('%j: %s', (file, problem) => {
    expect(imageProblem(file)).toBe(problem);
  });
});

describe('two versions', () => {
  const base = fieldsOf(aPost());
  const mine = { ...base, title_az: 'mine', author: 'both mine' };
  const theirs = { ...base, excerpt_ru: 'theirs', author: 'both theirs' };

  it('are told apart field by field, with who changed what', () => {
    const rows = differences(base, mine, theirs);
    expect(rows.map(({ name, changedBy, proposed }) => [name, changedBy, proposed])).toEqual([
      ['title_az', 'mine', 'mine'],
      ['excerpt_ru', 'theirs', 'theirs'],
      ['author', 'both', 'mine'],
    ]);
  });

  it('of the image matter only when both sides chose another one', () => {
    const file = new File(['x'], 'a.png');
    expect(imagesDiffer('/1/', { image: file, imageRemoved: false }, '/2/')).toBe(true);
    expect(imagesDiffer('/1/', { image: file, imageRemoved: false }, '/1/')).toBe(false);
    expect(imagesDiffer('/1/', { image: null, imageRemoved: false }, '/2/')).toBe(false);
    expect(imagesDiffer('/1/', { image: null, imageRemoved: true }, '/2/')).toBe(true);
    expect(imagesDiffer('/1/', { image: null, imageRemoved: true }, null)).toBe(false);
  });

  it('are merged as chosen', () => {
    const image = new File(['x'], 'a.png');
    const merged = mergeContent({ fields: mine, image, imageRemoved: false }, theirs, { excerpt_ru: 'theirs', author: 'theirs' });
    expect(merged).toMatchObject({ fields: { title_az: 'mine', excerpt_ru: 'theirs', author: 'both theirs' }, image });
    expect(mergeContent({ fields: mine, image: null, imageRemoved: true }, theirs, { image: 'theirs' })).toMatchObject({
      fields: mine,
      imageRemoved: false,
    });
  });
});

describe('failures', () => {
  it.each([
    [new ApiError('offline'), 'offline'],
    [ApiError.fromStatus(503), 'server'],
    [ApiError.fromStatus(507), 'full'],
    [ApiError.fromStatus(401), 'session'],
    [ApiError.fromStatus(404), 'gone'],
    [ApiError.fromStatus(409), 'featured'],
    [ApiError.fromStatus(413), 'tooLarge'],
    [ApiError.fromStatus(422), 'invalid'],
    [new Error('?'), 'server'],
  ])('%s is told as %s', (error, failure) => {
    expect(failureOf(error)).toBe(failure);
  });

  it('names the image as well when the refused form had one', () => {
    expect(failureOf(ApiError.fromStatus(400), true)).toBe('invalidImage');
    expect(failureOf(ApiError.fromStatus(409), true)).toBe('featured');
  });

  it.each([
    [new ApiError('offline'), true],
    [new ApiError('timeout'), true],
    [new ApiError('stopped'), true],
    [ApiError.fromStatus(503), true],
    [ApiError.fromStatus(507), false],
    [ApiError.fromStatus(408), true],
    [new Error('?'), true],
    [ApiError.fromStatus(400), false],
    [ApiError.fromStatus(401), false],
    [ApiError.fromStatus(429), false],
  ])('%s may hide a success: %s', (error, hidden) => {
    expect(mayHaveSucceeded(error)).toBe(hidden);
  });
});
