import { Marked, type Tokens } from 'marked';
import type { Plugin } from 'vite';

/** A chapter of the guide for editors: its heading and what stands under it, as HTML. */
export interface Chapter {
  title: string;
  html: string;
}

/** The guide's tables have two columns and no header: what is said, and what it means. */
const marked = new Marked({
  renderer: {
    table({ rows }) {
      const inline = (cell?: Tokens.TableCell) => this.parser.parseInline(cell?.tokens ?? []);
      return `<dl>${rows.map(([said, meant]) => `<dt>${inline(said)}</dt><dd>${inline(meant)}</dd>`).join('')}</dl>`;
    },
  },
});

/**
 * The chapters of a Markdown file, one for each heading of the second level; what stands before the first is for readers of the repository.
 * Pictures are left out: in the program the screen itself is beside the words.
 */
export function chapters(markdown: string): Chapter[] {
  const found: Chapter[] = [];
  let tokens: ReturnType<typeof marked.lexer> | undefined;
  for (const token of marked.lexer(markdown)) {
    if (isHeading(token)) {
      tokens = Object.assign([], { links: {} });
      found.push({ title: token.text, html: '' });
    } else if (tokens && !isPicture(token)) {
      tokens.push(token);
      const last = found.at(-1);
      if (last) last.html = marked.parser(tokens);
    }
  }
  return found;
}

function isHeading(token: { type: string }): token is Tokens.Heading {
  return token.type === 'heading' && (token as Tokens.Heading).depth === 2;
}

/** A paragraph that is one picture. */
function isPicture(token: { type: string }): boolean {
  const inside = token.type === 'paragraph' ? (token as Tokens.Paragraph).tokens : [];
  return inside.length === 1 && inside[0]?.type === 'image';
}

/** Makes `docs/editing*.md` a module of the program, so that the guide is written once. */
export function guide(): Plugin {
  return {
    name: 'guide',
    transform: (code, id) =>
      id.endsWith('.md') ? { code: `export default ${JSON.stringify(chapters(code))};`, map: null, moduleType: 'js' } : null,
  };
}
