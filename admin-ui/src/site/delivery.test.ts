import { describe, expect, it } from 'vitest';
import type { SiteStatus } from '../api/types';
import { deliveryOf, underWay } from './delivery';

const at = '2026-03-05T08:00:00Z';
const build = { revision: 7, pages: 90, rendered: 12, written: 12, removed: 0, ms: 38, finished_at: at, images_pending: 0, warnings: [] };
const status: SiteStatus = {
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
const deploy: NonNullable<SiteStatus['deploy']> = {
  target: 1,
  state: 'live',
  revision: 7,
  at,
  ms: 90,
  sent: 4,
  removed: 0,
  error: null,
  visible: null,
};
const visible = { looking: false, at, pages: 3, languages: ['az', 'en', 'ru'], old: [] };
const of = (change: Partial<typeof deploy>) => deliveryOf({ ...status, deploy: { ...deploy, ...change } });

describe('delivery', () => {
  it('is nothing where nothing is deployed by itself', () => {
    expect(deliveryOf(status)).toEqual({ name: 'none' });
    expect(deliveryOf(null)).toEqual({ name: 'none' });
  });

  it('goes from uploading to uploaded to live in its languages', () => {
    expect(of({ state: 'running', revision: 7 })).toEqual({ name: 'uploading' });
    expect(of({})).toEqual({ name: 'uploaded', at, seen: { name: 'unasked' } });
    expect(of({ visible: { ...visible, looking: true } })).toEqual({ name: 'uploaded', at, seen: { name: 'looking' } });
    expect(of({ visible })).toEqual({ name: 'uploaded', at, seen: { name: 'live', at, languages: ['az', 'en', 'ru'] } });
  });

  it('does not call an older upload that of the last save', () => {
    expect(of({ revision: 6, visible })).toEqual({ name: 'uploading' });
    expect(of({ revision: 6, state: 'failed', error: 'x' })).toEqual({ name: 'uploading' });
  });

  it('tells which page is old and why, and why an upload failed', () => {
    const old = [{ path: '/en/', why: 'differs' as const }];
    expect(of({ visible: { ...visible, languages: ['az'], old } })).toEqual({
      name: 'uploaded',
      at,
      seen: { name: 'old', languages: ['az'], pages: old },
    });
    expect(of({ state: 'failed', error: 'Object storage: it refuses the keys.' })).toEqual({
      name: 'failed',
      reason: 'Object storage: it refuses the keys.',
    });
    const second = { ...deploy, target: 2, state: 'failed' as const, error: 'x' };
    expect(deliveryOf({ ...status, deploy: second, deployments: [deploy, second] })).toEqual({
      name: 'failed',
      reason: 'x',
      of: { target: 2, all: 2 },
    });
  });

  it('is asked for again while more is about to be known', () => {
    expect(underWay(of({ state: 'running' }))).toBe(true);
    expect(underWay(of({ visible: { ...visible, looking: true } }))).toBe(true);
    expect(underWay(of({ visible }))).toBe(false);
    expect(underWay(deliveryOf(status))).toBe(false);
  });
});
