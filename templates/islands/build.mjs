// Builds what the generator and the browser need from src/ (see README.md, "Commands"): node build.mjs [--dev] [--out DIR].
// The same sources give the same bytes: names are content hashes, nothing depends on time or place.
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
const source = join(root, 'src');
const INLINE = ['blog-layout', 'language', 'lead-on', 'not-found', 'not-found-fonts'];

const {
  values: { dev, out: folder },
} = parseArgs({ options: { dev: { type: 'boolean' }, out: { type: 'string' } } });
const out = resolve(folder ?? join(root, dev ? 'build-dev' : 'build'));
const staging = `${out}.new`;

await rm(staging, { recursive: true, force: true });
await mkdir(join(staging, 'client'), { recursive: true });

const names = await islandNames();
const [server, client, inline] = [await serverBundle(), await clientBundle(), await inlineScripts()];
await writeFile(join(staging, 'server.js'), server);
for (const chunk of client) await writeFile(join(staging, 'client', chunk.fileName), chunk.code);
await writeFile(join(staging, 'manifest.json'), `${JSON.stringify(manifest(client, inline, saidByMarkup(server)), null, 2)}\n`);

// The old build stays whole until the new one stands.
await rm(out, { recursive: true, force: true });
await rename(staging, out);
console.log(`islands: ${names.length} islands, ${client.length} chunks -> ${relative('.', out)}/`);

/** An island is a folder whose name starts with a capital letter. */
async function islandNames() {
  const entries = await readdir(source, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && /^[A-Z]/.test(entry.name))
    .map((entry) => entry.name)
    .sort();
}

function options(mode, rest) {
  return {
    root,
    mode,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    plugins: [react(), islandEntries()],
    ...rest,
  };
}

/** `island:NAME` is the entry of one island's chunk: the component and the code that hydrates it, or what does without React. */
function islandEntries() {
  return {
    name: 'island-entries',
    resolveId: (id) => (id.startsWith('island:') ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith('\0island:')) return undefined;
      const name = id.slice('\0island:'.length);
      const path = (...parts) => JSON.stringify(join(source, ...parts));
      if (existsSync(join(source, name, 'plain.ts')))
        return `import { propsOf } from ${path('plain/props.ts')};
import { start } from ${path(name, 'plain.ts')};
export default async (element) => { start(element, propsOf(element)); element.dataset.hydrated = ''; };`;
      const read = existsSync(join(source, name, 'read.ts'));
      return `import { hydrate } from ${path('client/hydrate.tsx')};
import { ${name} } from ${path(name, `${name}.tsx`)};
${read ? `import { read } from ${path(name, 'read.ts')};` : ''}
export default (element) => hydrate(element, ${name}${read ? ', read' : ''});`;
    },
  };
}

/** One readable script for the generator's engine: production React, its legacy string renderer, no shims. */
async function serverBundle() {
  const [output] = await run(
    options('production', {
      resolve: {
        alias: { 'react-dom/server': join(root, '../../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js') },
      },
      build: {
        write: false,
        minify: false,
        target: 'es2020',
        modulePreload: false,
        rolldownOptions: {
          input: join(source, 'server.tsx'),
          output: { format: 'iife', entryFileNames: 'server.js', codeSplitting: false },
        },
      },
    }),
  );
  return output.code;
}

/** The loader, one chunk per island, what islands share, and React. */
async function clientBundle() {
  const input = Object.fromEntries(names.map((name) => [name, `island:${name}`]));
  input.loader = join(source, 'client/loader.ts');
  return run(
    options(dev ? 'development' : 'production', {
      build: {
        write: false,
        minify: !dev,
        target: 'es2022',
        modulePreload: false,
        rolldownOptions: {
          input,
          preserveEntrySignatures: 'strict',
          output: {
            format: 'es',
            entryFileNames: '[name]-[hash].js',
            chunkFileNames: '[name]-[hash].js',
            hashCharacters: 'base36',
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules|^\0rolldown|commonjsHelpers/ },
                { name: 'plain', test: /src\/plain/ },
                { name: 'shared', test: /src\/(shared|client\/hydrate)/ },
              ],
            },
          },
        },
      },
    }),
  );
}

/** Scripts that stand in the page itself; their text never varies, so the policy allows them by hash. */
async function inlineScripts() {
  const scripts = {};
  for (const name of INLINE) {
    const [output] = await run(
      options('production', {
        build: {
          write: false,
          minify: true,
          target: 'es2020',
          modulePreload: false,
          rolldownOptions: { input: join(source, 'inline', `${name}.ts`), output: { format: 'iife' } },
        },
      }),
    );
    scripts[name] = output.code.trim();
  }
  // No code, but the policy allows it in the same way.
  scripts.speculation = JSON.stringify(JSON.parse(await readFile(join(source, 'inline', 'speculation.json'), 'utf8')));
  return scripts;
}

async function run(settings) {
  const result = await build(settings);
  const { output } = Array.isArray(result) ? result[0] : result;
  return output.filter((file) => file.type === 'chunk').sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
}

/** Which props the islands find in their markup: the server's script tells. */
function saidByMarkup(server) {
  const context = createContext({});
  runInContext(server, context);
  return context.saidByMarkup;
}

function manifest(chunks, inline, said) {
  const byName = (name) => chunks.find((chunk) => chunk.isEntry && chunk.name === name);
  const islands = Object.fromEntries(
    names.map((name) => {
      const { fileName, imports } = byName(name);
      return [name, { src: fileName, imports: [...imports].sort(), reads: said[name] ?? [] }];
    }),
  );
  return { loader: byName('loader').fileName, islands, inline };
}
