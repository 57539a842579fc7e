import type { ScrollTopProps } from './props';

/** The button as it stands in the page; what it does, and its picture, come with plain.ts. */
export function ScrollTop({ label }: ScrollTopProps) {
  return <button type="button" className="scroll-top" aria-label={label} inert data-progress={0} />;
}
