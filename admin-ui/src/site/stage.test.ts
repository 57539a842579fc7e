import { describe, expect, it } from 'vitest';
import type { SiteStatus } from '../api/types';
import { newer, stageOf } from './stage';

const build = {
  revision: 7,
  pages: 90,
  rendered: 12,
  written: 12,
  removed: 0,
  ms: 38,
  finished_at: '2026-03-05T08:00:00Z',
  images_pending: 0,
  warnings: [],
};
const live: SiteStatus = {
  revision: 7,
  published_revision: 7,
  state: 'idle',
  last_build: build,
  last_error: null,
  held: null,
  deploy: null,
  deployments: [],
  edits: 0,
  sequence: 4,
};
const at = '2026-03-05T08:00:00Z';
const trouble = {
  code: 'template',
  key: null,
  message: 'unknown variable',
  file: 'templates/pages/post.html',
  line: 12,
  hint: 'did you mean post?',
};

describe('generation', () => {
  it('is idle before the first save', () => {
    expect(stageOf(live, null)).toEqual({ name: 'idle' });
    expect(stageOf(null, null)).toEqual({ name: 'unknown' });
  });

  it('goes from generating to live with pages and time', () => {
    expect(stageOf({ ...live, published_revision: 6 }, 7)).toEqual({ name: 'generating' });
    expect(stageOf(live, 7)).toEqual({ name: 'live', pages: 12, ms: 38 });
  });

  it('tells where, what and what to do when generation failed', () => {
    const failed = { ...live, published_revision: 6, last_error: { revision: 7, message: 'x', problems: [trouble], at } };
    expect(stageOf(failed, 7)).toEqual({
      name: 'failed',
      reasons: ['templates/pages/post.html:12 – unknown variable – did you mean post?'],
    });
  });

  it('does not blame a save for an older failure', () => {
    const failed = { ...live, published_revision: 5, last_error: { revision: 6, message: 'x', problems: [], at } };
    expect(stageOf(failed, 7)).toEqual({ name: 'generating' });
    expect(stageOf({ ...failed, revision: 6 }, null)).toEqual({ name: 'failed', reasons: ['x'] });
  });

  it('tells what is wrong with the content after all that was saved went live, and blames no save for it', () => {
    const broken = {
      ...live,
      state: 'failed' as const,
      last_error: { revision: 7, message: 'x', problems: [{ ...trouble, file: 'az/ui.toml' }], at },
    };
    const stuck = { name: 'stuck', reasons: ['az/ui.toml:12 – unknown variable – did you mean post?'] };
    expect(stageOf(broken, null)).toEqual(stuck);
    expect(stageOf(broken, 7)).toEqual(stuck);
    // It is tried again: nothing is mended yet.
    expect(stageOf({ ...broken, state: 'publishing' }, null)).toEqual(stuck);
    // What is saved then is on its way, until that fails as well.
    expect(stageOf({ ...broken, revision: 8, state: 'publishing' }, 8)).toEqual({ name: 'generating' });
    expect(stageOf({ ...live, last_error: null }, null)).toEqual({ name: 'idle' });
  });

  it('says that it waits while an earlier publication stands', () => {
    const held = { ...live, held: { release: 4, since: at }, published_revision: 6 };
    expect(stageOf(held, 7)).toEqual({ name: 'held' });
    expect(stageOf(held, null)).toEqual({ name: 'held' });
  });

  it('tells that nothing leads back to a publication that is to stand', () => {
    const lost = {
      code: 'no-such-release',
      key: null,
      message: 'there is no way back',
      file: null,
      line: null,
      hint: 'let publishing go on',
    };
    const stuck = { ...live, held: { release: 4, since: at }, last_error: { revision: 7, message: 'x', problems: [lost], at } };
    expect(stageOf(stuck, null)).toEqual({ name: 'failed', reasons: ['there is no way back – let publishing go on'] });
  });

  it('ignores an answer that was overtaken', () => {
    const late = { ...live, published_revision: 6, sequence: 3 };
    expect(newer(live, late)).toBe(live);
    expect(newer(late, live)).toBe(live);
  });
});
