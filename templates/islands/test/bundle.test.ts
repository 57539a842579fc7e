// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, inject, it } from 'vitest';
import { islands, spent } from '../src/registry';

interface Manifest {
  loader: string;
  islands: Record<string, { src: string; imports: string[] }>;
  inline: Record<string, string>;
}

const folder = inject('build');
const file = (name: string) => readFileSync(join(folder, name));
const manifest = JSON.parse(file('manifest.json').toString()) as Manifest;

describe('the client bundle', () => {
  it('has a loader of at most 1.5 KB', () => {
    expect(file(`client/${manifest.loader}`).length).toBeLessThanOrEqual(1500);
  });

  it('has a loader that imports nothing before a trigger fires', () => {
    expect(file(`client/${manifest.loader}`).toString()).not.toMatch(/from\s*["'`]|import\s*["'`]/);
  });

  it('stays below 80 KB brotli with every island of the site on one page', () => {
    const all = readdirSync(join(folder, 'client')).map((name) => brotliCompressSync(file(`client/${name}`)).length);
    expect(all.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(80_000);
  });

  it('has React in one chunk that all islands share', () => {
    const chunks = readdirSync(join(folder, 'client'));
    const withReact = chunks.filter((name) => file(`client/${name}`).toString().includes('__CLIENT_INTERNALS_DO_NOT_USE'));
    expect(withReact).toEqual([expect.stringMatching(/^react-/)]);
    for (const [name, { imports }] of Object.entries(manifest.islands))
      expect(imports.includes(withReact[0] as string), name).toBe(!(name in spent));
  });

  it('has islands that need no React: at most 6 KB with the loader, whatever a page has of them', () => {
    const all = new Set([manifest.loader]);
    const add = (name: string) => {
      all.add(name);
      for (const [, next] of file(`client/${name}`)
        .toString()
        .matchAll(/["'`]\.\/([^"'`]+\.js)["'`]/g))
        if (!all.has(next as string)) add(next as string);
    };
    for (const name of Object.keys(spent)) add(manifest.islands[name]?.src as string);
    expect([...all].filter((name) => /^(react|shared)-/.test(name))).toEqual([]);
    expect([...all].reduce((sum, name) => sum + brotliCompressSync(file(`client/${name}`)).length, 0)).toBeLessThanOrEqual(6 * 1024);
  });

  it('lists every island and only files that are there', () => {
    expect(Object.keys(manifest.islands).sort()).toEqual(Object.keys(islands).sort());
    const chunks = readdirSync(join(folder, 'client'));
    for (const { src, imports } of Object.values(manifest.islands)) expect(chunks).toEqual(expect.arrayContaining([src, ...imports]));
  });

  it('has inline scripts that can stand in a page', () => {
    expect(Object.keys(manifest.inline).sort()).toEqual([
      'blog-layout',
      'language',
      'lead-on',
      'not-found',
      'not-found-fonts',
      'speculation',
    ]);
    for (const source of Object.values(manifest.inline)) expect(source).not.toMatch(/<\/script|<!--/i);
  });

  it('comes out the same, byte for byte, when it is built again', () => {
    const files = (out: string) =>
      readdirSync(out, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')]);
    expect(files(inject('again'))).toEqual(files(folder));
  });
});
