import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import { inject } from 'vitest';

export type Render = (name: string, propsJson: string, prefix: string) => string;

/** The server bundle in an engine that has the language and nothing else, as in the generator. */
export function bareEngine(): Render {
  const context = vm.createContext({});
  vm.runInContext('for (const name of ["Intl", "console", "WebAssembly"]) delete globalThis[name];', context);
  vm.runInContext(readFileSync(join(inject('build'), 'server.js'), 'utf8'), context, { filename: 'server.js' });
  return (name, propsJson, prefix) =>
    vm.runInContext(`renderIsland(${JSON.stringify(name)}, ${JSON.stringify(propsJson)}, ${JSON.stringify(prefix)})`, context) as string;
}
