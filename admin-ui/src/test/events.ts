import { vi } from 'vitest';

const STATUS = { revision: 1, published_revision: 1, last_build: { rendered: 9, ms: 38 }, last_error: null, sequence: 1 };

/** Stands in for the CMS's events: each connection hears what the test tells. */
export class FakeEvents {
  private readonly sources: EventTarget[] = [];

  constructor() {
    const { sources } = this;
    class Source extends EventTarget {
      constructor() {
        super();
        sources.push(this);
      }

      close() {
        sources.splice(sources.indexOf(this), 1);
      }
    }
    vi.stubGlobal('EventSource', Source);
  }

  site(change: Partial<typeof STATUS>): void {
    const data = JSON.stringify({ ...STATUS, published_revision: change.revision ?? 1, ...change });
    for (const source of this.sources) source.dispatchEvent(new MessageEvent('site', { data }));
  }
}
