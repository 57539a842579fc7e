import { useRef, useState } from 'react';
import { useHydrated } from '../shared/hydrated';
import { Icon } from '../shared/Icon';
import { useSeen } from '../shared/in-view';
import { savesData, useReducedMotion } from '../shared/media';
import type { PageVideoProps } from './props';

/** A looping background: fetched only where it is seen and the visitor has not asked for less. */
export function PageVideo({ webm, mp4, poster, words }: PageVideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const seen = useSeen(video);
  const hydrated = useHydrated();
  const still = useReducedMotion();
  const wanted = hydrated && seen && !still && !savesData();

  const toggle = () => {
    if (playing) video.current?.pause();
    else video.current?.play().catch(() => setPlaying(false)); // refused (a phone that saves power), or paused meanwhile
  };

  return (
    <div className="page-video">
      {/* A new element when it is wanted: sources that come later do not start an old one. */}
      <video key={wanted ? 'moving' : 'still'} ref={video} className="page-video__film" poster={poster}
        muted loop playsInline preload="none" autoPlay={wanted} aria-hidden="true" tabIndex={-1}
        onPlay={() => setPlaying(true)} onPause={() => setPlaying(false)}>
        {wanted ? <><source src={webm} type="video/webm" /><source src={mp4} type="video/mp4" /></> : null}
      </video>
      {wanted ? (
        <button type="button" className="page-video__toggle" aria-label={playing ? words.pause : words.play} onClick={toggle}>
          <Icon name={playing ? 'pause' : 'play'} />
        </button>
      ) : null}
    </div>
  );
}
