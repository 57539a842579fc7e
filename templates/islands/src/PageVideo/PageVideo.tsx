import type { PageVideoProps } from './props';

/** The still picture; plain.ts lets it move. */
export function PageVideo({ poster }: PageVideoProps) {
  return (
    <div className="page-video">
      <video className="page-video__film" poster={poster} muted loop playsInline preload="none" aria-hidden="true" tabIndex={-1} />
    </div>
  );
}
