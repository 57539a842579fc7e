import { act, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { EditingNow } from './editing-now';
import { setClockBy } from '../api/server-clock';
import { speak } from '../test/texts';

afterEach(() => vi.useRealTimers());

it('somebody is said to be at a post for as long as that is true, though nothing else happens', () => {
  vi.useFakeTimers();
  speak();
  const { container } = render(<EditingNow post={{ edited_by: 'aysel', edited_at: new Date(Date.now() - 100_000).toISOString() }} />);
  expect(container).toHaveTextContent('aysel');
  act(() => {
    vi.advanceTimersByTime(19_000);
  });
  expect(container).toHaveTextContent('aysel');
  act(() => {
    vi.advanceTimersByTime(2_000);
  });
  expect(container).toBeEmptyDOMElement();
});

it('how long ago it was is told by the server’s clock, whatever this device’s says', () => {
  speak();
  setClockBy(new Response('', { headers: { Date: 'Thu, 01 Jan 2101 10:00:00 GMT' } }));
  const { container, rerender } = render(<EditingNow post={{ edited_by: 'aysel', edited_at: '2101-01-01T09:59:00Z' }} />);
  expect(container).toHaveTextContent('aysel');
  rerender(<EditingNow post={{ edited_by: 'aysel', edited_at: '2101-01-01T05:00:00Z' }} />);
  expect(container).toBeEmptyDOMElement();
});
