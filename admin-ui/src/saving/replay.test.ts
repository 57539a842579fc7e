import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../form/fields';
import { aPost } from '../test/server';
import { afterReplay } from './replay';

const image = new File(['x'], 'a.png', { type: 'image/png', lastModified: 5 });
const fields = {
  ...fieldsOf(aPost()),
  content_az: '<p>a <b>b</b><img src="data:image/png;base64,AA" alt="c"></p>',
  excerpt_en: 'one\ntwo ',
};
const stored = aPost({
  content_az: '<p>a <strong>b</strong><img src="/api/blog/images/4/" alt="c"></p>',
  excerpt_en: 'one\r\ntwo',
  image: '/api/blog/images/5/',
});
const sent = { fields, image, imageRemoved: false };

describe('a post that an unanswered save had stored', () => {
  it('is what is wanted when nothing was written since', () => {
    expect(afterReplay([sent], sent, stored, null)).toBe('done');
    const fromJournal = new File(['x'], 'a.png', { type: 'image/png', lastModified: 5 });
    expect(afterReplay([sent], { ...sent, image: fromJournal }, stored, null)).toBe('done');
  });

  it('gets the words, and the picture, of later', () => {
    expect(afterReplay([sent], { ...sent, fields: { ...fields, title_en: 'later' } }, stored, null)).toBe('update');
    expect(afterReplay([sent], { ...sent, image: new File(['y'], 'b.png', { type: 'image/png' }) }, stored, null)).toBe('update');
    expect(afterReplay([sent], { ...sent, image: null, imageRemoved: true }, stored, null)).toBe('update');
    const picture = { ...fields, content_az: fields.content_az.replace('AA', 'BB') };
    expect(afterReplay([sent], { ...sent, fields: picture }, stored, null)).toBe('update');
  });

  it('is known by any of the saves that were not answered', () => {
    const second = { ...sent, fields: { ...fields, title_en: 'second' } };
    expect(afterReplay([sent, second], second, { ...stored, title_en: 'second' }, null)).toBe('done');
    expect(afterReplay([sent, second], second, stored, null)).toBe('update');
  });

  it('is sent again when its picture did not arrive', () => {
    expect(afterReplay([sent], sent, stored, stored.image)).toBe('update');
    const removal = { fields, image: null, imageRemoved: true };
    expect(afterReplay([removal], removal, stored, stored.image)).toBe('update');
    expect(afterReplay([removal], removal, { ...stored, image: null }, stored.image)).toBe('done');
  });

  it('is compared when somebody changed it meanwhile', () => {
    expect(afterReplay([sent], sent, { ...stored, title_ru: 'чужое' }, null)).toBe('compare');
    expect(afterReplay([], sent, stored, null)).toBe('compare');
  });

  it('needs nothing when it is just this already, whoever stored it', () => {
    const mine = fieldsOf({ ...stored, title_en: 'later' });
    expect(afterReplay([sent], { fields: mine, image, imageRemoved: false }, { ...stored, title_en: 'later' }, null)).toBe('done');
    expect(afterReplay([], { fields: mine, image: null, imageRemoved: false }, { ...stored, title_en: 'later' }, null)).toBe('done');
  });
});
