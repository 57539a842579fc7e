import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EMPTY_FIELDS } from '../form/fields';
import { baseOf, emptyForm } from '../form/state';
import { aPost } from '../test/server';
import { type Action, currentSave, initialState, reducer, type State } from './state';

const post = { value: aPost({ id: 7, author: 'X' }), etag: '"7-1"' };
const image = new File(['x'], 'a.png');
const sent = { ...emptyForm('a'), fields: { ...EMPTY_FIELDS, author: 'X' } };
const saved: Action = { type: 'saved', sitting: 'a', base: baseOf(post), next: 'b' };
const author = (value: string): Action => ({ type: 'field', name: 'author', value });
const leave: Action = { type: 'create', sitting: 'c' };

const after = (actions: Action[], state: State = { ...initialState('a'), form: sent }) => actions.reduce(reducer, state);
const sending = (state?: State) => after([{ type: 'sending', sent }], state);

// The rules are about data alone: who can read markup tells them what it says.
beforeAll(() => vi.stubGlobal('DOMParser', undefined));
afterAll(() => vi.unstubAllGlobals());

describe('a save that comes back', () => {
  it('empties the form', () => {
    expect(after([saved], sending())).toMatchObject({
      form: { sitting: 'b', base: null, fields: EMPTY_FIELDS },
      saves: [],
      unsaved: false,
    });
  });

  it('keeps what was typed meanwhile, as a change of the saved post', () => {
    const state = after([author('XY'), saved], sending());
    expect(state.form).toMatchObject({ sitting: 'a', base: { id: 7, etag: '"7-1"' }, fields: { author: 'XY' } });
    expect(state.unsaved).toBe(true);
  });

  it('empties the form as well when the same text is written otherwise by now', () => {
    const respelled: Action = { type: 'field', name: 'content_az', value: '<p><strong></strong></p>' };
    const state = after([respelled, { ...saved, unchanged: true }], sending());
    expect(state.form).toMatchObject({ sitting: 'b', fields: EMPTY_FIELDS });
  });

  it('takes the picture that was sent out of the form, and leaves one that was chosen since', () => {
    const withImage = { ...initialState('a'), form: { ...sent, image } };
    const going = after([{ type: 'sending', sent: withImage.form }, author('XY')], withImage);
    expect(after([saved], going).form.image).toBeNull();
    const other = new File(['yy'], 'b.png');
    expect(after([{ type: 'image', image: other }, saved], going).form.image).toBe(other);
  });

  it('leaves another text alone that was opened meanwhile, and is told about by itself', () => {
    const other = after([leave, author('other')], sending());
    const state = after([saved], other);
    expect(state.form).toBe(other.form);
    expect(currentSave(state)).toBeUndefined();
    expect(state.saves).toMatchObject([{ sitting: 'a', phase: { name: 'saved', created: true } }]);
  });

  it('belongs to its form again when that is taken up again', () => {
    const back: Action = {
      type: 'restore',
      sitting: 'a',
      base: null,
      attempt: null,
      fields: sent.fields,
      image: null,
      imageRemoved: false,
    };
    const conflict: Action = { type: 'ended', sitting: 'a', phase: { name: 'conflict', theirs: baseOf(post) } };
    expect(currentSave(after([leave, conflict, back], sending()))?.phase.name).toBe('conflict');
    expect(after([leave, back, saved], sending()).form).toMatchObject({ sitting: 'b', fields: EMPTY_FIELDS });
  });

  it('is not told about when its failure was read before the form was left', () => {
    const failed: Action = { type: 'ended', sitting: 'a', phase: { name: 'failed', failure: 'server', creating: true } };
    expect(after([failed, leave], sending()).saves).toEqual([]);
    expect(after([leave, failed], sending()).saves).toHaveLength(1);
  });

  it('is forgotten as an attempt when the form is emptied by hand, and only then', () => {
    const attempted = after([{ type: 'attempt', sitting: 'a', attempt: { key: 'k', sent: [sent] } }], sending());
    expect(after([author('XY')], attempted).form.attempt?.key).toBe('k');
    expect(after([author('')], attempted).form.attempt).toBeNull();
    expect(after([{ type: 'attempt', sitting: 'other', attempt: null }], attempted).form).toBe(attempted.form);
  });
});

describe('a deletion that comes back', () => {
  const edit: Action = { type: 'edit', sitting: 'e', post };
  const deleted: Action = { type: 'deleted', id: 7, next: 'n' };

  it('closes the form of that post, and no other', () => {
    expect(after([edit, { type: 'deleting', id: 7 }, deleted])).toMatchObject({ form: { sitting: 'n', base: null }, deleting: [] });
    const other = after([{ type: 'deleting', id: 8 }, edit]);
    expect(after([{ ...deleted, id: 8 }], other).form).toBe(other.form);
  });

  it('leaves words that exist nowhere else, and offers to save them as a new post', () => {
    const state = after([edit, author('unsaved'), deleted]);
    expect(state.form).toMatchObject({ sitting: 'e', fields: { author: 'unsaved' } });
    expect(currentSave(state)?.phase).toMatchObject({ name: 'failed', failure: 'gone' });
  });

  it('lets the save on its way find out by itself', () => {
    const going = after([edit, author('unsaved')]);
    const state = after([{ type: 'sending', sent: going.form }, deleted], going);
    expect(currentSave(state)?.phase.name).toBe('sending');
  });
});

describe('whether something is unsaved', () => {
  it('is known at once, and put right when it was looked at closely', () => {
    const stored = { value: aPost({ content_az: '<p>a <b>b</b></p>' }), etag: null };
    const state = after([
      { type: 'edit', sitting: 'e', post: stored },
      { type: 'field', name: 'content_az', value: '<p>a <strong>b</strong></p>' },
    ]);
    expect(state.unsaved).toBe(true);
    expect(after([{ type: 'checked', form: state.form, dirty: false }], state).unsaved).toBe(false);
    expect(after([{ type: 'checked', form: sent, dirty: false }], state)).toBe(state);
  });
});

describe('what is read again', () => {
  const base = { ...baseOf(post), draft: '"a-d7-12"' };
  const form = { ...emptyForm('a'), base, fields: base.fields };

  it('never takes the form back to an earlier version', () => {
    const state = after([{ type: 'reread', base: { ...base, draft: '"a-d7-9"', fields: { ...base.fields, author: 'old' } } }], {
      ...initialState('a'),
      form,
    });
    expect(state.form.fields.author).toBe('X');
    expect(
      after([{ type: 'reread', base: { ...base, draft: '"a-d7-13"', fields: { ...base.fields, author: 'new' } } }], {
        ...initialState('a'),
        form,
      }).form.fields.author,
    ).toBe('new');
  });
});

describe('words of somebody else that come into the form', () => {
  const base = { ...baseOf(post), draft: '"a-d7-12"' };
  const opened: Action = { type: 'open', sitting: 'a', base };
  const theirs = { ...base, draft: '"a-d7-13"', fields: { ...base.fields, content_az: '<p>theirs</p>' } };
  const merged: Action = {
    type: 'merged',
    sitting: 'a',
    base: theirs,
    content: { fields: theirs.fields, image: null, imageRemoved: false },
  };
  const copied: Action = { type: 'texts', texts: { content_en: '<p>theirs</p>' } };

  it.each<[string, Action]>([
    ['beside mine', merged],
    ['where I had written nothing', { type: 'reread', base: theirs }],
    ['as I chose', { type: 'rebase', base: theirs, fields: theirs.fields, image: null, imageRemoved: false }],
  ])('are told from a copy of my own: %s', (_how, came) => {
    expect(after([opened, copied]).form).toMatchObject({ replacements: 2 });
    expect(after([opened, copied]).form.merges ?? 0).toBe(0);
    const { form } = after([opened, came]);
    expect([form.replacements, form.merges]).toEqual([2, 1]);
  });

  it.each<[string, Action[]]>([
    ['it is saved', [{ type: 'sending', sent: { ...sent, fields: theirs.fields } }, author('later'), { ...saved, base: theirs }]],
    ['a text is replaced by a copy', [copied]],
    ['versions were compared', [{ type: 'rebase', base: theirs, fields: theirs.fields, image: null, imageRemoved: false }]],
    ['another text is open', [leave]],
  ])('are told about until %s', (_what, then) => {
    const told = after([opened, merged]);
    expect(told.mergedFrom).toBe('');
    expect(after([author('more')], told).mergedFrom).toBe('');
    expect(after(then, told).mergedFrom).toBeNull();
  });
});

describe('drafts without an answer', () => {
  it('leave the first words of a new text, which its key stands for', () => {
    const drafts = ['1', '2', '3', '4', '5'].map((name): Action => ({
      type: 'draftSending',
      sitting: 'a',
      sent: { ...EMPTY_FIELDS, author: name },
    }));
    expect(after(drafts).form.draftsSent?.map((fields) => fields.author)).toEqual(['1', '4', '5']);
  });
});
