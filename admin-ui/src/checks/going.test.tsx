import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setTokenSource } from '../api/client';
import { ApiError } from '../api/errors';
import type { Draft, Language, LanguageLife } from '../api/types';
import { newQueryClient } from '../shell/query-client';
import { aDraft, FakeServer, json } from '../test/server';
import { lastDay, useGoingPaths } from './going';

const DECEMBER = '2026-12-01T08:00:00Z';
const JANUARY = '2027-01-01T08:00:00Z';

/** A post whose languages are on-line until then; `undefined`: not on-line, `null`: nothing is planned. */
function until(ends: Partial<Record<Language, string | null>>, change: Partial<Draft> = {}): Draft {
  const draft = aDraft({ ...change });
  const languages = Object.fromEntries(
    Object.entries(draft.languages).map(([language, life]: [string, LanguageLife]) => {
      const end = ends[language as Language];
      return [language, { ...life, published_at: end === undefined ? null : life.published_at, unpublish_at: end ?? null }];
    }),
  );
  return { ...draft, languages: languages as Draft['languages'] };
}

let server: FakeServer;
beforeEach(() => {
  setTokenSource({ current: () => 'a', renew: () => Promise.resolve('a') });
  server = new FakeServer();
});

function followed(paths: string[]) {
  const client = newQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  return renderHook((now: { paths: string[] }) => useGoingPaths(now.paths), { initialProps: { paths }, wrapper });
}

describe('the end of a post', () => {
  it('is that of its last language, and none where one stays', () => {
    expect(lastDay(until({ az: DECEMBER, ru: JANUARY }))).toBe(JANUARY);
    expect(lastDay(until({ az: DECEMBER, ru: null }))).toBeNull();
    expect(lastDay(until({}))).toBeNull();
  });
});

describe('posts that texts link to', () => {
  it('are asked about once each, and tell when their pages go in any language', async () => {
    server
      .on('GET /api/blog/posts/7/draft/', () => json(until({ az: DECEMBER })))
      .on('GET /api/blog/posts/8/draft/', () => json(until({ az: DECEMBER }, { redirect_to: '/faq/' })));
    const { result } = followed(['/blog/7/', '/en/blog/7/', '/blog/8/', '/faq/', '/blog/9/']);
    await waitFor(() =>
      expect([...result.current]).toEqual([
        ['/blog/7/', DECEMBER],
        ['/en/blog/7/', DECEMBER],
      ]),
    );
    expect(server.asked('GET /api/blog/posts/7/draft/')).toHaveLength(1);
    expect(server.asked('GET /api/blog/posts/9/draft/')).toHaveLength(1);
  });

  it('are known by their path, whatever the form links to by the time of the answer', async () => {
    const held = server.hold('GET /api/blog/posts/7/draft/');
    server.on('GET /api/blog/posts/8/draft/', () => json(until({ az: JANUARY })));
    const { result, rerender } = followed(['/blog/7/']);
    await waitFor(() => expect(server.asked('GET /api/blog/posts/7/draft/')).toHaveLength(1));
    rerender({ paths: ['/blog/8/'] });
    await waitFor(() => expect([...result.current]).toEqual([['/blog/8/', JANUARY]]));
    held.answer(json(until({ az: DECEMBER })));
    rerender({ paths: ['/blog/8/', '/blog/7/'] });
    await waitFor(() =>
      expect([...result.current]).toEqual([
        ['/blog/8/', JANUARY],
        ['/blog/7/', DECEMBER],
      ]),
    );
  });

  const comeBack = () => act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

  it('are asked about again when the window comes back to the front', async () => {
    server.on('GET /api/blog/posts/7/draft/', () => json(until({ az: null })));
    const { result } = followed(['/blog/7/']);
    await waitFor(() => expect(server.asked('GET /api/blog/posts/7/draft/')).toHaveLength(1));
    expect([...result.current]).toEqual([]);
    server.on('GET /api/blog/posts/7/draft/', () => json(until({ az: DECEMBER })));
    await comeBack();
    await waitFor(() => expect([...result.current]).toEqual([['/blog/7/', DECEMBER]]));
  });

  it('tell nothing to a form that links elsewhere by then', async () => {
    server
      .on('GET /api/blog/posts/7/draft/', () => json(until({ az: null })))
      .on('GET /api/blog/posts/8/draft/', () => json(until({ az: JANUARY })));
    const { result, rerender } = followed(['/blog/7/']);
    await waitFor(() => expect(server.asked('GET /api/blog/posts/7/draft/')).toHaveLength(1));
    const held = server.hold('GET /api/blog/posts/7/draft/');
    await comeBack();
    await waitFor(() => expect(server.asked('GET /api/blog/posts/7/draft/')).toHaveLength(2));
    rerender({ paths: ['/blog/8/'] });
    await act(async () => held.answer(json(until({ az: DECEMBER }))));
    await waitFor(() => expect([...result.current]).toEqual([['/blog/8/', JANUARY]]));
  });

  it('ask nobody to sign in, and what was known stays known', async () => {
    server.on('GET /api/blog/posts/7/draft/', () => json(until({ az: DECEMBER })));
    const { result } = followed(['/blog/7/']);
    await waitFor(() => expect([...result.current]).toEqual([['/blog/7/', DECEMBER]]));
    const renew = vi.fn(() => Promise.reject(new ApiError('session', 401)));
    const renewQuietly = vi.fn(() => Promise.reject(new ApiError('session', 401)));
    setTokenSource({ current: () => 'a', renew, renewQuietly });
    server.on('GET /api/blog/posts/7/draft/', () => json({}, 401));
    await comeBack();
    await waitFor(() => expect(renewQuietly).toHaveBeenCalledOnce());
    expect(renew).not.toHaveBeenCalled();
    expect([...result.current]).toEqual([['/blog/7/', DECEMBER]]);
  });
});
