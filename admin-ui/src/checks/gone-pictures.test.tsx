import { focusManager, onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newQueryClient } from '../shell/query-client';
import { FakeServer, json } from '../test/server';
import { useGonePictures } from './gone-pictures';

const SEVEN = '/api/blog/images/7/';
const EIGHT = '/api/blog/images/8/';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer().on(`HEAD ${SEVEN}`, () => json(null)).on(`HEAD ${EIGHT}`, () => json(null));
});
afterEach(() => {
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
});

function followed(paths: string[]) {
  const client = newQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  return renderHook((now: { paths: string[] }) => useGonePictures(now.paths), { initialProps: { paths }, wrapper });
}

describe('stored pictures that a text shows', () => {
  it('are asked about past what this browser keeps, and again when the window or the line comes back', async () => {
    const { result } = followed([SEVEN, EIGHT]);
    await waitFor(() => expect(server.asked(`HEAD ${EIGHT}`)).toHaveLength(1));
    expect(result.current.size).toBe(0);
    server.on(`HEAD ${SEVEN}`, () => json(null, 404));
    act(() => {
      focusManager.setFocused(false);
      focusManager.setFocused(true);
    });
    await waitFor(() => expect([...result.current]).toEqual([SEVEN]));
    server.on(`HEAD ${EIGHT}`, () => json(null, 404));
    act(() => {
      onlineManager.setOnline(false);
      onlineManager.setOnline(true);
    });
    await waitFor(() => expect([...result.current]).toEqual([SEVEN, EIGHT]));
  });

  it('are known by their path, however late the answer and whatever is in the form by then', async () => {
    const held = server.hold(`HEAD ${SEVEN}`);
    const { result, rerender } = followed([SEVEN]);
    await waitFor(() => expect(server.asked(`HEAD ${SEVEN}`)).toHaveLength(1));
    rerender({ paths: [EIGHT] });
    await act(async () => held.answer(json(null, 404)));
    expect(result.current.size).toBe(0);
  });

  it('are not reported while nobody knows', async () => {
    server.on(`HEAD ${SEVEN}`, () => json(null, 503));
    const { result } = followed([SEVEN]);
    await waitFor(() => expect(server.asked(`HEAD ${SEVEN}`).length).toBeGreaterThan(0));
    expect(result.current.size).toBe(0);
  });
});
