import { PATHS, type IconName } from './icon-paths';

/** A 24 x 24 line icon; always decorative, the control around it has the name. Its line is drawn by `.icon` (ornament.css). */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
