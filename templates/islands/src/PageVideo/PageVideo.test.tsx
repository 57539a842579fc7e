import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { place } from '../../test/place';
import { Intersections, media } from '../../test/setup';
import { start } from './plain';

const video = () => document.querySelector('video') as HTMLVideoElement;
const sources = () => [...video().querySelectorAll('source')].map((source) => source.getAttribute('src'));
const connection = (value?: { saveData?: boolean; effectiveType?: string }) =>
  Object.defineProperty(navigator, 'connection', { configurable: true, value });
const readyState = (value: DocumentReadyState) => Object.defineProperty(document, 'readyState', { configurable: true, value });

/** It stays in view for `milliseconds`: what observes it then is told at once. */
const seen = (milliseconds = 300) =>
  act(() => {
    Intersections.show();
    vi.advanceTimersByTime(milliseconds);
    Intersections.show();
  });

describe('PageVideo', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    connection();
    readyState('complete');
  });

  it('is fetched when it is seen: muted, looping, in place', () => {
    place('PageVideo', start);
    expect(sources()).toEqual([]);
    seen();
    expect(sources()).toEqual(['/assets/v.webm', '/assets/v.mp4']);
    expect([video().muted, video().loop, video().playsInline ?? video().hasAttribute('playsinline'), video().autoplay]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(video().getAttribute('poster')).toBe('/assets/v.jpg');
  });

  it.each([
    ['less motion', () => void media.add('(prefers-reduced-motion: reduce)')],
    ['less data', () => void connection({ saveData: true })],
    ['nothing more on a slow line', () => void connection({ effectiveType: '3g' })],
  ])('is never fetched by who wants %s', (_, wish) => {
    wish();
    place('PageVideo', start);
    seen();
    expect(sources()).toEqual([]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is fetched on a fast line', () => {
    connection({ saveData: false, effectiveType: '4g' });
    place('PageVideo', start);
    seen();
    expect(sources()).toEqual(['/assets/v.webm', '/assets/v.mp4']);
  });

  it('is not fetched by who only comes past it, until they come back', () => {
    place('PageVideo', start);
    seen(299);
    act(() => {
      Intersections.hide();
      vi.advanceTimersByTime(10_000);
    });
    expect(sources()).toEqual([]);
    seen();
    expect(sources()).toEqual(['/assets/v.webm', '/assets/v.mp4']);
  });

  it('comes behind the page itself', () => {
    readyState('interactive');
    place('PageVideo', start);
    seen(10_000);
    expect(sources()).toEqual([]);
    readyState('complete');
    fireEvent.load(window);
    seen();
    expect(sources()).toEqual(['/assets/v.webm', '/assets/v.mp4']);
  });

  it('can be paused and played', () => {
    place('PageVideo', start);
    seen();
    fireEvent.play(video());
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect(HTMLMediaElement.prototype.pause).toHaveBeenCalled();
    fireEvent.pause(video());
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    expect(HTMLMediaElement.prototype.play).toHaveBeenCalled();
  });

  it('says that it stands still when the browser refuses to play', async () => {
    vi.mocked(HTMLMediaElement.prototype.play).mockRejectedValue(new DOMException('', 'NotAllowedError'));
    place('PageVideo', start);
    seen();
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Play' }))); // a rejection nobody handles fails the run
    expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
  });

  it('stands still, without a button that would do nothing, when neither film comes', () => {
    place('PageVideo', start);
    seen();
    const [webm, mp4] = video().querySelectorAll('source');
    fireEvent.error(webm as Element);
    expect(screen.getByRole('button')).toBeTruthy();
    fireEvent.error(mp4 as Element);
    expect([screen.queryByRole('button'), sources(), video().getAttribute('poster')]).toEqual([null, [], '/assets/v.jpg']);
  });
});
