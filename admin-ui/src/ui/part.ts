import { useEffect, useSyncExternalStore } from 'react';

interface Known<C> {
  /** The part, once it is here. */
  part: C | null;
  /** The last attempt to fetch it failed. */
  failed: boolean;
}

/** A part of the program whose code comes after what is seen first. One that did not arrive can be asked for again. */
export class Part<C> {
  private known: Known<C> = { part: null, failed: false };
  private coming: Promise<C> | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly load: () => Promise<C>) {}

  readonly get = (): Known<C> => this.known;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Sends for it, unless it is here or on its way. */
  readonly fetch = (): void => {
    if (this.known.part !== null || this.coming) return;
    if (this.known.failed) this.now({ part: null, failed: false });
    this.coming = this.load();
    this.coming
      .then(
        (part) => this.now({ part, failed: false }),
        () => this.now({ part: null, failed: true }),
      )
      .finally(() => (this.coming = null));
  };

  private now(known: Known<C>): void {
    this.known = known;
    for (const listener of this.listeners) listener();
  }
}

/** The part, which is fetched as soon as something shows it. */
export function usePart<C>(part: Part<C>): Known<C> {
  useEffect(() => part.fetch(), [part]);
  return useSyncExternalStore(part.subscribe, part.get);
}
