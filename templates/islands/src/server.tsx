// Runs inside the generator's JavaScript engine: no DOM, no timers, no Intl.
import { createElement, type ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { islands, reads, spent } from './registry';

type Render = (name: string, propsJson: string, identifierPrefix: string) => string;
const known: Record<string, ComponentType<never>> = islands;

export const renderIsland: Render = (name, propsJson, identifierPrefix) => {
  if (!Object.hasOwn(known, name)) {
    throw new Error(`There is no island "${name}". Known: ${Object.keys(known).join(', ')}.`);
  }
  const component = known[name] as ComponentType<object>;
  let html: string;
  try {
    html = renderToString(createElement(component, JSON.parse(propsJson) as object), { identifierPrefix });
  } catch (error) {
    throw named(name, error);
  }
  // A component that throws below <Suspense> does not fail the render: React leaves this mark instead.
  if (html.includes('<!--$!-->')) throw new Error(`Island "${name}" failed while rendering below <Suspense>.`);
  return html;
};

/** The same error with the island's name in front; its stack still points into the component. */
function named(name: string, error: unknown): Error {
  const cause = error instanceof Error ? error : new Error(String(error));
  cause.message = `Island "${name}" failed while rendering: ${cause.message}`;
  return cause;
}

(globalThis as typeof globalThis & { renderIsland: Render }).renderIsland = renderIsland;

/** For the build: the props of each island that its markup says, so that they need not stand beside it as well. */
(globalThis as typeof globalThis & { saidByMarkup: Record<string, string[]> }).saidByMarkup = {
  ...Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, Object.keys(read)])),
  ...spent,
};
