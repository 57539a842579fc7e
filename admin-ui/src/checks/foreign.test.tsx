import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setTokenSource } from '../api/client';
import type { CheckedLink } from '../api/links';
import { FakeServer, json } from '../test/server';
import { findingsOf, foreignAddresses, readTexts } from './checks';
import { useForeignLinks } from './foreign';
import type { Texts } from '../api/types';

const LINKS = 'POST /api/links/';
const ORIGIN = 'https://own.example';

const found = (url: string, state: CheckedLink['state'], change: Partial<CheckedLink> = {}): CheckedLink => ({
  url,
  state,
  status: 200,
  to: null,
  ...change,
});
const urlsOf = (body: unknown) => (body as { urls: string[] }).urls;

let server: FakeServer;
beforeEach(() => {
  setTokenSource({ current: () => 'a', renew: () => Promise.resolve('a') });
  server = new FakeServer();
});

const followed = (links: string[]) => renderHook(({ now }) => useForeignLinks(now), { initialProps: { now: links } });

describe('links to other sites', () => {
  it('are asked for when somebody wishes it, fifty at a time, and only those that are new', async () => {
    server.on(LINKS, ({ json: body }) => json(urlsOf(body).map((url) => found(url, 'there'))));
    const many = Array.from({ length: 51 }, (_, at) => `https://a.example/${at}`);
    const { result, rerender } = followed(many);
    expect(server.asked(LINKS)).toHaveLength(0);
    expect(result.current).toMatchObject({ count: 51, left: 51 });
    act(() => result.current.ask());
    expect(result.current.asking).toBe(true);
    await waitFor(() => expect(result.current).toMatchObject({ asking: false, left: 0 }));
    expect(server.asked(LINKS).map(({ json: body }) => urlsOf(body).length)).toEqual([50, 1]);
    rerender({ now: [...many, 'https://b.example/'] });
    expect(result.current.left).toBe(1);
    act(() => result.current.ask());
    await waitFor(() => expect(result.current.left).toBe(0));
    expect(urlsOf(server.asked(LINKS).at(-1)?.json)).toEqual(['https://b.example/']);
    // All are known: whoever asks again wants to know it anew.
    act(() => result.current.ask());
    await waitFor(() => expect(server.asked(LINKS)).toHaveLength(5));
    await waitFor(() => expect(result.current.asking).toBe(false));
  });

  it('are known by their address, whatever the text links to by the time of the answer', async () => {
    const held = server.hold(LINKS);
    const { result, rerender } = followed(['https://a.example/']);
    act(() => result.current.ask());
    rerender({ now: ['https://b.example/'] });
    await act(async () => held.answer(json([found('https://a.example/', 'gone', { status: 404 })])));
    await waitFor(() => expect(result.current.asking).toBe(false));
    expect(result.current.left).toBe(1);
    expect(result.current.answers.get('https://a.example/')?.state).toBe('gone');
  });

  it('say why nobody asked, and can be asked for again', async () => {
    const held = server.hold(LINKS);
    const { result } = followed(['https://a.example/']);
    act(() => result.current.ask());
    await act(async () => held.lose());
    await waitFor(() => expect(result.current).toMatchObject({ asking: false, failure: 'offline', left: 1 }));
    act(() => result.current.ask());
    expect(result.current.failure).toBeNull();
    await act(async () => held.answer(json([found('https://a.example/', 'there')])));
    await waitFor(() => expect(result.current.left).toBe(0));
  });

  it('are left to be asked for again where nobody waited for an answer', async () => {
    const [quick, slow] = ['https://a.example/', 'https://b.example/'];
    const held = server.hold(LINKS);
    const { result } = followed([quick, slow]);
    act(() => result.current.ask());
    await act(async () => held.answer(json([found(quick, 'there'), found(slow, 'unsure', { status: null })])));
    await waitFor(() => expect(result.current).toMatchObject({ asking: false, left: 1, unheard: 1 }));
    expect([...result.current.answers.keys()]).toEqual([quick]);
    act(() => result.current.ask());
    expect(urlsOf(server.asked(LINKS).at(-1)?.json)).toEqual([slow]);
    await act(async () => held.answer(json([found(slow, 'gone')])));
    await waitFor(() => expect(result.current).toMatchObject({ left: 0, unheard: 0 }));
    // What was known of it before is over, too.
    act(() => result.current.ask());
    await act(async () => held.answer(json([found(quick, 'unsure', { status: null }), found(slow, 'there')])));
    await waitFor(() => expect(result.current).toMatchObject({ left: 1, unheard: 1 }));
  });

  it('are given up when the form is left: an answer that comes then changes nothing', async () => {
    const held = server.hold(LINKS);
    const { result, unmount } = followed(['https://a.example/']);
    act(() => result.current.ask());
    const before = result.current;
    unmount();
    await act(async () => held.answer(json([found('https://a.example/', 'gone')])));
    expect(result.current).toBe(before);
  });
});

describe('remarks about links to other sites', () => {
  const texts = (content_az: string, content_en = ''): Texts => ({
    title_az: 'Başlıq',
    excerpt_az: 'Qısa',
    content_az,
    title_en: 'Title',
    excerpt_en: 'Short',
    content_en,
    title_ru: '',
    excerpt_ru: '',
    content_ru: '',
  });

  it('name each address once, and neither own ones nor what no browser asks for', () => {
    const read = readTexts(
      texts(
        '<p><a href="https://a.example/">a</a> <a href="https://a.example/">a</a> <a href="/faq/">f</a> <a href="https://own.example/blog/">o</a> <a href="mailto:a@b.example">m</a></p>',
        '<p><a href="http://b.example/x">b</a></p>',
      ),
    );
    expect(foreignAddresses(read, ORIGIN)).toEqual(['https://a.example/', 'http://b.example/x']);
  });

  it('lead to each place, and say nothing of what is there', () => {
    const read = readTexts(
      texts(
        '<p>Bax:</p><p><a href="https://gone.example/">a</a> <a href="https://there.example/">b</a></p>',
        '<p><a href="https://moved.example/">c</a> <a href="https://silent.example/">d</a> <a href="https://robots.example/">e</a></p>',
      ),
    );
    const foreign = new Map(
      [
        found('https://gone.example/', 'gone', { status: 404 }),
        found('https://there.example/', 'there'),
        found('https://moved.example/', 'moved', { to: 'https://new.example/' }),
        found('https://silent.example/', 'unreachable', { status: null }),
        found('https://robots.example/', 'unsure', { status: 403 }),
      ].map((link) => [link.url, link]),
    );
    const remarks = findingsOf(read, new Set(), ORIGIN, new Map(), foreign).filter(({ kind }) => kind.startsWith('foreign'));
    expect(remarks).toEqual([
      { kind: 'foreignGone', language: 'az', field: 'content_az', block: 1, quote: 'https://gone.example/', status: 404 },
      {
        kind: 'foreignMoved',
        language: 'en',
        field: 'content_en',
        block: 0,
        quote: 'https://moved.example/',
        status: 200,
        to: 'https://new.example/',
      },
      { kind: 'foreignUnreachable', language: 'en', field: 'content_en', block: 0, quote: 'https://silent.example/' },
      { kind: 'foreignUnsure', language: 'en', field: 'content_en', block: 0, quote: 'https://robots.example/', status: 403 },
    ]);
  });
});
