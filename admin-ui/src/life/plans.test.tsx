import { render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LanguageLife } from '../api/types';
import type { Workspace } from '../saving/workspace';
import { WorkspaceContext } from '../saving/workspace-context';
import { speak } from '../test/texts';
import { plansOfLanguage } from './plans';
import { PlansDialog } from './plans-dialog';
import { LanguageBadge } from './state-badge';

const EMPTY: LanguageLife = {
  state: 'empty',
  stale: false,
  differs: false,
  published_at: null,
  scheduled_at: null,
  scheduled_action: null,
  publish_at: null,
  unpublish_at: null,
};
/** On-line, to be replaced, and to be taken off three days later. */
const PLANNED: LanguageLife = {
  ...EMPTY,
  state: 'scheduled',
  published_at: '2026-05-03T08:00:00Z',
  scheduled_at: '2026-11-28T08:00:00Z',
  scheduled_action: 'publish',
  publish_at: '2026-11-28T08:00:00Z',
  unpublish_at: '2026-12-01T05:00:00Z',
};
const WITHHELD: LanguageLife = { ...PLANNED, schedule_problem: { at: ['changed_since'] } };
const WAITS = 'The publication planned for November 28, 2026, 12:00 waits: an author has changed the post, plan it again';
const OFF = 'Goes off-line December 1, 2026, 09:00';

beforeEach(() => speak());

describe('a plan that waits because an author wrote', () => {
  it('is told with its time, beside what happens all the same', () => {
    render(<LanguageBadge life={WITHHELD} />);
    const badge = document.querySelector('.state');
    expect(badge).toHaveAttribute('data-state', 'problem');
    expect(badge?.textContent).toBe(`${WAITS};\n${OFF}`);
  });

  it('is told alone when nothing else is planned, and before or after the other as time has it', () => {
    const { rerender } = render(<LanguageBadge life={{ ...WITHHELD, unpublish_at: null }} />);
    expect(document.querySelector('.state')?.textContent).toBe(WAITS);
    rerender(
      <LanguageBadge
        life={{ ...WITHHELD, scheduled_at: '2026-11-20T05:00:00Z', scheduled_action: 'unpublish', unpublish_at: '2026-11-20T05:00:00Z' }}
      />,
    );
    expect(document.querySelector('.state')?.textContent).toBe(`Goes off-line November 20, 2026, 09:00;\n${WAITS}`);
  });

  it('is marked among the plans, and no other is', () => {
    const workspace = {
      subscribe: () => () => undefined,
      state: { form: { base: { id: 1, life: { languages: { az: WITHHELD, en: PLANNED, ru: EMPTY } } } } },
    } as unknown as Workspace;
    render(
      <WorkspaceContext value={workspace}>
        <PlansDialog onClose={() => undefined} />
      </WorkspaceContext>,
    );
    const plans = within(screen.getByRole('list', { name: 'What is planned' })).getAllByRole('listitem');
    expect(plans.map((plan) => plan.querySelector('.muted')?.textContent)).toEqual([WAITS, OFF, 'Goes live November 28, 2026, 12:00', OFF]);
  });

  it('is none of the plans that failed for another reason', () => {
    expect(plansOfLanguage('az', { ...PLANNED, schedule_problem: { author: ['required'] } }).map(({ waits }) => waits)).toEqual([
      false,
      false,
    ]);
    expect(plansOfLanguage('az', WITHHELD).map(({ action, waits }) => [action, waits])).toEqual([
      ['publish', true],
      ['unpublish', false],
    ]);
  });
});
