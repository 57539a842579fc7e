import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';

/** Faces and pictures are packed already. */
const TEXT = /\.(?:css|html|js|svg)$/;

/** `index.js.br` beside `index.js` where it is smaller: the CMS sends it as it is (`cms/src/http/files/admin.rs`). */
export function packed(): Plugin {
  let folder = '';
  return {
    name: 'packed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    // What is copied from `public/` is there only now.
    closeBundle: () => {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!TEXT.test(name)) continue;
        const file = join(folder, name);
        const bytes = readFileSync(file);
        const small = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });
        if (small.length < bytes.length) writeFileSync(`${file}.br`, small);
      }
    },
  };
}
