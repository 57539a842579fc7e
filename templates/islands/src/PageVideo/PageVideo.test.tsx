import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { place } from '../../test/place';
import { Intersections, media } from '../../test/setup';
import { start } from './plain';

const video = () => document.querySelector('video') as HTMLVideoElement;
const sources = () => [...video().querySelectorAll('source')].map((source) => source.getAttribute('src'));
const saveData = (on: boolean) => Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: on } });

describe('PageVideo', () => {
  afterEach(() => void saveData(false));

  it('is fetched when it is seen: muted, looping, in place', () => {
    place('PageVideo', start);
    expect(sources()).toEqual([]);
    act(() => Intersections.show());
    expect(sources()).toEqual(['/assets/v.webm', '/assets/v.mp4']);
    expect([video().muted, video().loop, video().playsInline ?? video().hasAttribute('playsinline'), video().autoplay]).toEqual([true, true, true, true]);
    expect(video().getAttribute('poster')).toBe('/assets/v.jpg');
  });

  it.each([
    ['less motion', () => void media.add('(prefers-reduced-motion: reduce)')],
    ['less data', () => void saveData(true)],
  ])('is never fetched by who wants %s', (_, wish) => {
    wish();
    place('PageVideo', start);
    act(() => Intersections.show());
    expect(sources()).toEqual([]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('can be paused and played', () => {
    place('PageVideo', start);
    act(() => Intersections.show());
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
    act(() => Intersections.show());
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Play' }))); // a rejection nobody handles fails the run
    expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
  });

  it('stands still, without a button that would do nothing, when neither film comes', () => {
    place('PageVideo', start);
    act(() => Intersections.show());
    const [webm, mp4] = video().querySelectorAll('source');
    fireEvent.error(webm as Element);
    expect(screen.getByRole('button')).toBeTruthy();
    fireEvent.error(mp4 as Element);
    expect([screen.queryByRole('button'), sources(), video().getAttribute('poster')]).toEqual([null, [], '/assets/v.jpg']);
  });
});
