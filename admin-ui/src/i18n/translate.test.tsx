import { act, render } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { addTexts, hasTexts, show, translation } from './translate';
import { useTranslation } from './use-translation';

/** Of the whole table only what is asked for here. */
const some = (texts: object) => texts as Parameters<typeof addTexts>[1];
const say = (key: string, values = {}) => translation().t(key as Parameters<ReturnType<typeof translation>['t']>[0], values);

beforeEach(() => {
  addTexts('az', some({ x: { n: '{{count}} yazı', hi: 'Salam, {{name}}' } }));
  addTexts(
    'ru',
    some({
      x: {
        n_one: '{{count}} запись',
        n_few: '{{count}} записи',
        n_many: '{{count}} записей',
        n_other: '{{count}} записи',
        hi: 'Привет, {{name}}',
      },
    }),
  );
  show('ru');
});

describe('a text', () => {
  it.each([
    [1, '1 запись'],
    [3, '3 записи'],
    [5, '5 записей'],
    [11, '11 записей'],
    [21, '21 запись'],
    [0.5, '0.5 записи'],
  ])('has the form of its number: %s', (count, text) => {
    expect(say('x.n', { count })).toBe(text);
  });

  it('has one form where the language has one, and nothing where a value is missing', () => {
    show('az');
    expect([say('x.n', { count: 3 }), say('x.hi', { name: '{{count}} $& <b>' }), say('x.hi')]).toEqual([
      '3 yazı',
      'Salam, {{count}} $& <b>',
      'Salam, ',
    ]);
  });

  it('that nobody has written is its key', () => {
    expect([say('x.none'), say('y.none', { count: 1 })]).toEqual(['x.none', 'y.none']);
    expect([hasTexts('ru', 'x' as 'form'), hasTexts('en', 'x' as 'form')]).toEqual([true, false]);
  });
});

describe('who shows texts', () => {
  it('draws again when another language is shown, and only then; a part that comes later is there at once', () => {
    const seen: string[] = [];
    const t = translation().t;
    function Line() {
      const { t, i18n } = useTranslation();
      seen.push(`${i18n.language} ${t('x.hi' as 'form.copyFrom', { name: 'A' })}`);
      return null;
    }
    const { unmount } = render(<Line />);
    addTexts('ru', some({ z: { later: 'позже' } }));
    expect([say('z.later'), translation().t === t]).toEqual(['позже', true]);
    act(() => show('az'));
    unmount();
    show('ru');
    expect(seen).toEqual(['ru Привет, A', 'az Salam, A']);
  });
});
