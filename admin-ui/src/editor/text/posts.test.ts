import { createHeadlessEditor } from '@lexical/headless';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NODES } from '../nodes';
import { $exportHtml, $replaceWithHtml } from './html';

const FOLDER = '../content/posts';

/** The three contents of a sample post: multi-line strings of its TOML file. */
function contents(file: string): string[] {
  const toml = readFileSync(`${FOLDER}/${file}`, 'utf8');
  return [...toml.matchAll(/^content\s*=\s*(?:"""|''')\n?([\s\S]*?)(?:"""|''')/gm)].map((match) => match[1] ?? '');
}

/** As the server stores it: white space is HTML's, pictures have addresses. */
function stored(html: string): string {
  const spaced = html
    .replace(/>\s*\n\s*</g, '><')
    .replace(/[ \t\n]+/g, ' ')
    .replace(/\u00a0/g, '&nbsp;');
  return spaced.replace(/src="images\//g, 'src="/images/').trim();
}

describe.skipIf(!existsSync(FOLDER))('sample posts', () => {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((file) => file.endsWith('.toml')) : [];

  it.each(files)('%s comes out of the editor as it went in', (file) => {
    const texts = contents(file);
    expect(texts).toHaveLength(3);
    for (const html of texts.map(stored)) {
      const editor = createHeadlessEditor({
        nodes: NODES,
        onError: (error) => {
          throw error;
        },
      });
      editor.update(() => $replaceWithHtml(html), { discrete: true });
      expect(editor.read($exportHtml)).toBe(html);
    }
  });
});
