import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { settle } from '../../test/helpers';
import { samples } from '../../test/samples';
import { FaqAccordion } from './FaqAccordion';

const items = () => [...document.querySelectorAll('details')];
const opened = () => items().flatMap((item, index) => (item.open ? [index] : []));

async function toggle(index: number) {
  const item = items()[index] as HTMLDetailsElement;
  item.open = !item.open;
  await settle();
}

describe('FaqAccordion', () => {
  it('shows one answer at a time; the open one closes', async () => {
    render(<FaqAccordion {...samples.FaqAccordion} />);
    expect(items()).toHaveLength(6);
    expect(opened()).toEqual([]);
    await toggle(1);
    expect(opened()).toEqual([1]);
    await toggle(4);
    expect(opened()).toEqual([4]);
    await toggle(4);
    expect(opened()).toEqual([]);
  });

  it('is one group without JavaScript too', () => {
    render(<FaqAccordion {...samples.FaqAccordion} />);
    expect(new Set(items().map((item) => item.getAttribute('name'))).size).toBe(1);
    expect(items()[0]?.getAttribute('name')).toBeTruthy();
  });
});
