import { MissingPart } from './missing-part';

/** In the place of a part of the page that did not arrive. */
export function NotHere({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="notice notice--problem">
      <MissingPart onRetry={onRetry} row="notice__actions" />
    </div>
  );
}
