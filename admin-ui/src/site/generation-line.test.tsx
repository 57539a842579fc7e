import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SiteStatus } from '../api/types';
import { speak } from '../test/texts';
import { GenerationHint } from './generation-hint';
import { GenerationLine } from './generation-line';
import { generations, type Progress } from './generations';

vi.mock('./generations', () => ({ generations: { get: vi.fn(), subscribe: () => () => undefined } }));

const at = '2026-03-05T08:00:00Z';
const build = { revision: 7, pages: 90, rendered: 12, written: 12, removed: 0, ms: 38, finished_at: at, images_pending: 0, warnings: [] };
const stuck: SiteStatus = {
  revision: 7,
  published_revision: 7,
  state: 'failed',
  last_build: build,
  last_error: { revision: 6, message: 'az/ui.toml is empty', problems: [], at },
  held: null,
  deploy: null,
  deployments: [],
  edits: 0,
  sequence: 4,
};
const deployed: SiteStatus = {
  ...stuck,
  deploy: { target: 1, state: 'ok', revision: 7, at, error: null, visible: null } as unknown as NonNullable<SiteStatus['deploy']>,
};

function show(progress: Partial<Progress>, unsaved = false) {
  const known = { status: stuck, target: 7, reachable: true, ...progress };
  vi.mocked(generations.get).mockReturnValue(known);
  return render(
    <>
      <GenerationLine />
      <GenerationHint unsaved={unsaved} />
    </>,
  );
}
const steps = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const hint = () => document.querySelector('.generation-hint')?.textContent;
const NOT_ANEW = 'The pages cannot be made anew at the moment';

beforeEach(() => speak());

describe('a save that is live while something else keeps the pages from being made anew', () => {
  it('is told to be live, here and at the button, and is not blamed', () => {
    show({});
    expect(steps()).toEqual(['Saved', 'Live', NOT_ANEW]);
    expect(screen.getByText('az/ui.toml is empty')).toBeVisible();
    expect(hint()).toBe('Live');
  });

  it('is told to be uploaded where that is how it goes live', () => {
    show({ status: deployed });
    expect(steps()).toEqual(['Saved', expect.stringMatching(/^Uploaded at /), NOT_ANEW]);
  });

  it('is not told to be live at the button beside words that are not saved', () => {
    show({}, true);
    expect(hint()).toBeUndefined();
  });

  it('says only what is wrong to whoever has saved nothing', () => {
    show({ target: null, status: deployed });
    expect(steps()).toEqual([NOT_ANEW]);
    expect(hint()).toBeUndefined();
  });
});

it('a save that is not live because of it is told so', () => {
  show({ status: { ...stuck, published_revision: 6, last_error: { revision: 7, message: 'x', problems: [], at } } });
  expect(steps()).toEqual(['Saved', 'The pages could not be generated: the site keeps the previous version']);
  expect(hint()).toBe('Not updated on the site');
});
