import { describe, expect, it } from 'vitest';
import { META_FIELDS } from '../api/types';
import { outlookOf } from '../life/outlook';
import { afterReplay } from '../saving/replay';
import { aDraft, aPost } from '../test/server';
import { differences, isDirty, sameValue } from '../form/compare';
import { emptyTexts } from '../form/empty';
import { EMPTY_FIELDS, FIELD_NAMES, fieldsOf, isBlank, wholePost } from '../form/fields';
import { mergeContents, mergeFields } from '../form/merge';
import { toFormData } from '../form/payload';
import { baseOfDraft, emptyForm, formReducer } from '../form/state';

const stored = aPost({ id: 7, meta_title_en: 'VAT 2026', meta_description_ru: 'Сроки' });
const base = baseOfDraft({ value: aDraft({ ...stored, post_etag: '"7-1"' }), etag: '"d1"' });
const opened = formReducer(emptyForm('a'), { type: 'open', sitting: 'a', base });
const written = formReducer(opened, { type: 'field', name: 'meta_title_en', value: 'VAT 2027' });

describe('what search engines are told, in the form', () => {
  it('is filled from a post, stands behind the texts of its language, and is none of the nine texts', () => {
    expect(opened.fields).toMatchObject({ meta_title_en: 'VAT 2026', meta_description_ru: 'Сроки', meta_title_az: '' });
    expect(FIELD_NAMES.slice(0, 6)).toEqual(['title_az', 'excerpt_az', 'content_az', 'meta_title_az', 'meta_description_az', 'slug_az']);
    expect(emptyTexts(stored)).toEqual([]);
  });

  it('is something that would be lost, and a form with nothing else is not empty', () => {
    expect(isDirty(opened)).toBe(false);
    expect(isDirty(written)).toBe(true);
    expect(isBlank({ ...EMPTY_FIELDS, meta_description_ru: 'x' })).toBe(false);
    expect(isBlank({ ...EMPTY_FIELDS, meta_title_az: ' ' })).toBe(true);
  });

  it('is one line: white space that the server drops is no change', () => {
    expect(sameValue('meta_description_az', 'bir  iki\nüç ', 'bir iki üç')).toBe(true);
    expect(sameValue('meta_title_az', 'bir iki', 'bir')).toBe(false);
  });

  it('is sent with every change, so that it can be cleared, and with a new post where there is something', () => {
    const cleared = formReducer(opened, { type: 'field', name: 'meta_title_en', value: '' });
    expect(toFormData(cleared).get('meta_title_en')).toBe('');
    expect([...toFormData(opened).keys()]).toEqual(expect.arrayContaining([...META_FIELDS]));
    expect([...toFormData(cleared, true).keys()].filter((name) => name.startsWith('meta_'))).toEqual(['meta_description_ru']);
  });

  it('is updated on the site with its language alone', () => {
    expect(outlookOf(opened)).toMatchObject([{ what: 'stays', languages: ['az', 'en', 'ru'] }]);
    expect(outlookOf(written)).toMatchObject([
      { what: 'updates', languages: ['en'] },
      { what: 'stays', languages: ['az', 'ru'] },
    ]);
  });
});

describe('two people at what search engines are told', () => {
  const theirs = { ...base.fields, meta_description_ru: 'Порог' };

  it('both keep what they wrote in different fields', () => {
    expect(mergeContents(base, written, { ...base, fields: theirs })?.fields).toMatchObject({
      meta_title_en: 'VAT 2027',
      meta_description_ru: 'Порог',
    });
  });

  it('choose where they wrote in the same one, which is taken as a whole', () => {
    expect(mergeFields(base.fields, written.fields, { ...base.fields, meta_title_en: 'VAT 2026: dates' }).overlaps).toEqual([
      'meta_title_en',
    ]);
    expect(differences(base.fields, written.fields, theirs).map(({ name, changedBy }) => [name, changedBy])).toEqual([
      ['meta_title_en', 'mine'],
      ['meta_description_ru', 'theirs'],
    ]);
  });
});

describe('a specified answer', () => {
  const specified = Object.fromEntries(Object.entries(stored).filter(([name]) => !name.startsWith('meta_'))) as typeof stored;

  it('is completed by what is known otherwise', () => {
    expect(fieldsOf(wholePost(specified, written.fields))).toEqual(written.fields);
  });

  it('tells my save from a colleague’s by that, too', () => {
    expect(afterReplay([written], written, wholePost(specified, written.fields), null)).toBe('done');
    expect(afterReplay([written], written, wholePost(specified, theirsOf('VAT 2026: dates')), null)).toBe('compare');
  });

  const theirsOf = (meta_title_en: string) => ({ ...base.fields, meta_title_en });
});
