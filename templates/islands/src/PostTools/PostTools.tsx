import type { PostToolsProps } from './props';

/** The button as it stands in the page: unseen until plain.ts has found the device's own dialog. */
export function PostTools({ share }: PostToolsProps) {
  return (
    <button type="button" className="button button--ghost" hidden>
      {share}
    </button>
  );
}
