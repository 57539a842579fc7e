import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import { inject } from 'vitest';
import { samples } from './samples';

export type Render = (name: string, propsJson: string, prefix: string) => string;

/** The server bundle in an engine that has the language and nothing else, as in the generator. */
export function bareEngine(): Render {
  const context = vm.createContext({});
  vm.runInContext('for (const name of ["Intl", "console", "WebAssembly"]) delete globalThis[name];', context);
  vm.runInContext(readFileSync(join(inject('build'), 'server.js'), 'utf8'), context, { filename: 'server.js' });
  return (name, propsJson, prefix) =>
    vm.runInContext(`renderIsland(${JSON.stringify(name)}, ${JSON.stringify(propsJson)}, ${JSON.stringify(prefix)})`, context) as string;
}

interface Manifest {
  islands: Record<string, { src: string; imports: string[]; reads: string[] }>;
}

/** What the generator knows of the islands. */
export const manifest = () => JSON.parse(readFileSync(join(inject('build'), 'manifest.json'), 'utf8')) as Manifest;

/** The sample's props as they stand beside the island: without those that its markup says. */
export function beside<Name extends keyof typeof samples>(name: Name): (typeof samples)[Name] {
  const reads = manifest().islands[name]?.reads ?? [];
  return Object.fromEntries(Object.entries(samples[name]).filter(([prop]) => !reads.includes(prop))) as (typeof samples)[Name];
}
