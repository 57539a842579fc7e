import { describe, expect, it } from 'vitest';
import { EMPTY_FIELDS, fieldsOf } from '../form/fields';
import { baseOfDraft, emptyForm, type FormState } from '../form/state';
import { formatBaku, formatBakuClock, fromBakuField, toBakuField } from '../i18n/dates';
import { aDraft, aPost } from '../test/server';
import { capitalised } from './outlook-line';
import { outlookOf } from './outlook';

const UNSEEN = { state: 'draft', stale: false, published_at: null, scheduled_at: null, scheduled_action: null } as const;
const SEEN = {
  state: 'published',
  stale: false,
  published_at: '2026-05-03T08:00:00Z',
  scheduled_at: null,
  scheduled_action: null,
} as const;

function about(draft: Parameters<typeof aDraft>[0], change: Partial<FormState['fields']> = {}): FormState {
  const base = baseOfDraft({ value: aDraft(draft), etag: '"d1"' });
  return { ...emptyForm('s'), base, fields: { ...base.fields, ...change } };
}
const said = (form: FormState) => outlookOf(form).map(({ what, languages, date }) => [what, languages.join(), date]);

describe('what the button will do', () => {
  it('is nothing for an empty form, and everything for a new post as specified', () => {
    expect(said(emptyForm('s'))).toEqual([]);
    expect(said({ ...emptyForm('s'), fields: fieldsOf(aPost()) })).toEqual([['goesLive', 'az,en,ru', null]]);
    expect(said({ ...emptyForm('s'), fields: { ...EMPTY_FIELDS, title_az: 'x' } })).toEqual([
      ['goesLive', 'az', null],
      ['fallback', 'en,ru', null],
    ]);
  });

  it('says that Russian goes live and English stays', () => {
    const form = about({ state: 'changed', languages: { az: { ...SEEN, state: 'changed' }, en: SEEN, ru: UNSEEN } });
    expect(said(form)).toEqual([
      ['goesLive', 'ru', null],
      ['updates', 'az', null],
      ['stays', 'en', '2026-05-03T08:00:00Z'],
    ]);
  });

  it('follows what is being written, and what all languages share', () => {
    const languages = { az: SEEN, en: SEEN, ru: SEEN };
    expect(said(about({ languages }, { title_ru: 'Иначе' }))).toEqual([
      ['updates', 'ru', null],
      ['stays', 'az,en', SEEN.published_at],
    ]);
    const content = about({ languages, content_ru: '<p>a</p>\n<p>b</p>' });
    const spelled = { ...content, fields: { ...content.fields, title_az: 'Başqa', content_ru: '<p>a</p><p>b</p>' } };
    expect(said(spelled), 'the editor spells the same text its own way').toEqual([
      ['updates', 'az', null],
      ['stays', 'en,ru', SEEN.published_at],
    ]);
    expect(said(about({ languages }, { author: 'X' }))).toEqual([['updates', 'az,en,ru', null]]);
    expect(said(about({ languages, state: 'changed' }))).toEqual([['updates', 'az,en,ru', null]]);
  });

  it('sees other words behind a plan, and says that the plan is cancelled', () => {
    const planned = { ...SEEN, state: 'scheduled', scheduled_at: '2026-12-01T05:00:00Z', scheduled_action: 'publish' } as const;
    const other = { ...planned, differs: true };
    expect(said(about({ state: 'scheduled', languages: { az: SEEN, en: SEEN, ru: other } }))).toEqual([
      ['updates', 'ru', null],
      ['stays', 'az,en', SEEN.published_at],
      ['unplanned', 'ru', null],
    ]);
    const same = { ...planned, scheduled_action: 'unpublish', differs: false } as const;
    expect(said(about({ state: 'scheduled', languages: { az: SEEN, en: SEEN, ru: same } }))).toEqual([
      ['stays', 'az,en,ru', SEEN.published_at],
    ]);
  });

  it('keeps the plan of a draft that has no text yet', () => {
    const planned = { ...UNSEEN, state: 'scheduled', scheduled_at: '2026-12-01T05:00:00Z', scheduled_action: 'publish' } as const;
    const languages = { az: planned, en: UNSEEN, ru: planned };
    expect(said(about({ live: false, state: 'scheduled', languages, content_ru: '' }))).toEqual([
      ['goesLive', 'az,en', null],
      ['waits', 'ru', null],
      ['unplanned', 'az', null],
    ]);
  });

  it('believes the server about what all languages share', () => {
    const languages = {
      az: SEEN,
      en: SEEN,
      ru: { ...UNSEEN, state: 'scheduled', scheduled_at: '2026-12-01T05:00:00Z', scheduled_action: 'publish' } as const,
    };
    const form = (shared_differs: boolean) => {
      const { base, ...rest } = about({ state: 'scheduled', languages });
      return { ...rest, base: base && { ...base, life: base.life && { ...base.life, shared_differs } } } as FormState;
    };
    expect(said(form(true)).slice(0, 2)).toEqual([
      ['goesLive', 'ru', null],
      ['updates', 'az,en', null],
    ]);
    expect(said(form(false)).slice(0, 2)).toEqual([
      ['goesLive', 'ru', null],
      ['stays', 'az,en', SEEN.published_at],
    ]);
    const draft = { ...aDraft({ state: 'changed', languages: { az: SEEN, en: SEEN, ru: SEEN } }), shared_differs: true };
    expect(said({ ...emptyForm('s'), base: baseOfDraft({ value: draft, etag: null }), fields: fieldsOf(draft) })).toEqual([
      ['updates', 'az,en,ru', null],
    ]);
    expect(baseOfDraft({ value: draft, etag: null }).life).toMatchObject({ shared_differs: true });
  });

  it('of a draft is that languages with text go live', () => {
    const languages = { az: UNSEEN, en: UNSEEN, ru: UNSEEN };
    expect(said(about({ live: false, state: 'draft', languages, content_ru: '' }))).toEqual([
      ['goesLive', 'az,en', null],
      ['waits', 'ru', null],
    ]);
    expect(said(about({ live: false, state: 'draft', languages, content_az: '', content_ru: '' }))).toEqual([
      ['goesLive', 'az,en', null],
      ['fallback', 'ru', null],
    ]);
  });

  it('begins with a capital, in Azerbaijani with its own', () => {
    expect([capitalised('ingiliscə', 'az'), capitalised('русский', 'ru')]).toEqual(['İngiliscə', 'Русский']);
  });
});

describe('the clock of the office', () => {
  it('is four hours ahead of UTC, wherever the editor is', () => {
    expect(fromBakuField('2026-05-03T09:00')).toBe('2026-05-03T05:00:00Z');
    expect(toBakuField(Date.parse('2026-05-02T22:30:00Z'))).toBe('2026-05-03T02:30');
    expect(formatBaku('2026-05-02T22:30:00Z', 'az')).toBe('3 may 2026, 02:30');
    expect(fromBakuField('')).toBeNull();
    expect(formatBakuClock('2026-05-02T22:30:00Z', 'ru', Date.parse('2026-05-03T19:59:00Z'))).toBe('02:30');
    expect(formatBakuClock('2026-05-02T22:30:00Z', 'en', Date.parse('2026-05-03T20:00:00Z'))).toBe('02:30, May 3, 2026');
  });
});
