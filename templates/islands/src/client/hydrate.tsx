import { useEffect, type ComponentType, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { propsOf, type Read } from '../plain/props';

/**
 * Gives the server markup of one island to React; resolves when React has taken over.
 * `read` finds those of its props that only stand in the markup.
 */
export function hydrate<Props extends object>(element: HTMLElement, Island: ComponentType<Props>, read?: Read<Props>): Promise<void> {
  const props = propsOf(element, read);
  const markup = element.innerHTML;
  return new Promise((resolve) => {
    hydrateRoot(
      element,
      <Hydrated
        done={() => {
          element.dataset.hydrated = '';
          resolve();
        }}
      >
        <Island {...props} />
      </Hydrated>,
      {
        identifierPrefix: element.dataset.prefix ?? `${element.dataset.island ?? ''}-0-`, // as the generator has it
        onUncaughtError(error) {
          console.error(`Island ${element.dataset.island ?? ''} failed`, error);
          // React removes what it cannot render; the server markup is still good, so it comes back.
          queueMicrotask(() => {
            delete element.dataset.hydrated;
            element.dataset.failed = '';
            element.innerHTML = markup;
            resolve();
          });
        },
      },
    );
  });
}

/** Renders its children and tells when they are alive. It has no markup and no id of its own. */
function Hydrated({ done, children }: { done: () => void; children: ReactNode }) {
  // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the island is alive
  useEffect(done, []);
  return children;
}
