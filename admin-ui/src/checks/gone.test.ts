import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useGonePaths } from './gone';

let waiting: { path: string; answer: (status: number) => void; fail: () => void }[];
let asked: string[];

beforeEach(() => {
  waiting = [];
  asked = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return new Promise<Response>((resolve, reject) => {
      waiting.push({
        path,
        answer: (status) => resolve(new Response(null, { status })),
        fail: () => reject(new TypeError('Failed to fetch')),
      });
    });
  });
});

/** The request for a path that waits longest is answered. */
async function answer(path: string, status: number | 'nothing') {
  const at = waiting.findIndex((request) => request.path === path);
  const [request] = waiting.splice(at, 1);
  await act(async () => (status === 'nothing' ? request?.fail() : request?.answer(status)));
}

describe('paths of the site that a text links to', () => {
  it('are asked about once each, and reported when they lead nowhere', async () => {
    const { result, rerender } = renderHook(({ paths }) => useGonePaths(paths), { initialProps: { paths: ['/a/', '/b/'] } });
    await answer('/a/', 404);
    await answer('/b/', 200);
    expect([...result.current]).toEqual(['/a/']);
    rerender({ paths: ['/a/', '/b/', '/c/'] });
    await answer('/c/', 503);
    expect([...result.current]).toEqual(['/a/']);
    expect(asked).toEqual(['/a/', '/b/', '/c/']);
  });

  it('are known by their path, however late the answer and whatever is in the form by then', async () => {
    const { result, rerender } = renderHook(({ paths }) => useGonePaths(paths), { initialProps: { paths: ['/slow/'] } });
    rerender({ paths: ['/other/'] });
    await answer('/other/', 200);
    await answer('/slow/', 404);
    expect([...result.current]).toEqual(['/slow/']);
    expect(result.current.has('/other/')).toBe(false);
  });

  it('are asked about again when the window comes back, or after a request that failed', async () => {
    const { result, rerender } = renderHook(({ paths }) => useGonePaths(paths), { initialProps: { paths: ['/a/', '/off/'] } });
    await answer('/a/', 404);
    await answer('/off/', 'nothing');
    act(() => {
      window.dispatchEvent(new Event('focus'));
    });
    await answer('/a/', 200);
    await waitFor(() => expect([...result.current]).toEqual([]));
    rerender({ paths: ['/a/', '/off/', '/new/'] });
    expect(asked).toEqual(['/a/', '/off/', '/a/', '/off/', '/new/']);
  });
});
