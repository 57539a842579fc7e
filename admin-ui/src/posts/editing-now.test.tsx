import { act, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { EditingNow } from './editing-now';
import { speak } from '../test/texts';

afterEach(() => vi.useRealTimers());

it('somebody is said to be at a post for as long as that is true, though nothing else happens', () => {
  vi.useFakeTimers();
  speak();
  const { container } = render(<EditingNow post={{ edited_by: 'aysel', edited_at: new Date(Date.now() - 100_000).toISOString() }} />);
  expect(container).toHaveTextContent('aysel');
  act(() => vi.advanceTimersByTime(19_000));
  expect(container).toHaveTextContent('aysel');
  act(() => vi.advanceTimersByTime(2_000));
  expect(container).toBeEmptyDOMElement();
});
