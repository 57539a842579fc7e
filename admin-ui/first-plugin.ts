import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { minifySync, type Plugin } from 'vite';

/** Classic scripts that run before the program, from `public/`. While the admin is developed they are served as they are. */
const SCRIPTS = ['storage.js', 'appearance.js', 'arrival.js'];

/** What `arrival.js` sends for: chunks by name, with their styles. */
const PARTS = ['az', 'en', 'ru', 'az-desk', 'en-desk', 'ru-desk', 'admin', 'posts-page', 'common', 'desk'];

/** `admin-BnvGvwN5.js` -> `admin` */
const partOf = (file: string) => file.replace(/-[\w-]{6}\.(?:js|css)$/, '');

/**
 * One file of the scripts before the program, under a name that is its content's: the second visit has it and waits for nothing. The page, which is asked
 * for each time, tells it how the build has named what it sends for.
 */
export function first(): Plugin {
  let reference = '';
  let folder = '';
  return {
    name: 'first',
    apply: 'build',
    config: () => ({ build: { copyPublicDir: false } }),
    configResolved: ({ publicDir }) => {
      folder = publicDir;
    },
    buildStart() {
      const source = SCRIPTS.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
      reference = this.emitFile({ type: 'asset', name: 'first.js', source: minifySync('first.js', source, { module: false }).code });
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.keys(bundle)
          .map((file) => basename(file))
          .filter((file) => PARTS.includes(partOf(file)));
        const missing = PARTS.filter((part) => !files.some((file) => partOf(file) === part));
        if (missing.length > 0) this.error(`Nothing to send for ahead: ${missing.join(', ')} (first-plugin.ts, chunks.ts)`);
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return this.error('The page has not been made yet.');
        page.source = withFirst(String(page.source), `/admin/${this.getFileName(reference)}`, files);
      },
    },
  };
}

/** The page with one script in the place of several. */
function withFirst(html: string, address: string, files: readonly string[]): string {
  const [before = '', ...behind] = html.split(/\s*<script src="\/admin\/(?:\w+)\.js"><\/script>/);
  if (behind.length !== SCRIPTS.length) throw new Error(`index.html has ${behind.length} of the scripts that come first`);
  return `${before}\n    <script src="${address}" data-files="${files.join(' ')}"></script>${behind.join('')}`;
}
