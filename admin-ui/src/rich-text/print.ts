import { isList, isTable, type Block, type Inline, type LinkChild, type List, type ListItem, type Mark, MARKS, type Table } from './model';

/** Canonical HTML: the same model always gives the same bytes. */
export function printHtml(blocks: readonly Block[]): string {
  return joinedHtml(blocks.map(printBlock).join(''));
}

/** Canonical blocks side by side: quotes that meet are one, and so are lists of one kind, as in the editor. */
export function joinedHtml(html: string): string {
  // No text and no attribute has these characters.
  return html.replace(/<\/(blockquote|ul|ol)><\1>/g, '');
}

function printBlock(block: Block): string {
  if (isList(block)) return printList(block);
  if (isTable(block)) return printTable(block);
  if (block.type === 'hr') return '<hr>';
  const inner = printInline(block.children);
  if (inner === '') return '';
  return block.type === 'blockquote' ? `<blockquote><p>${inner}</p></blockquote>` : `<${block.type}>${inner}</${block.type}>`;
}

function printTable({ rows: [head = [], ...body] }: Table): string {
  const row = (cells: readonly Inline[][], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${printInline(cell)}</${tag}>`).join('')}</tr>`;
  const rows = body.map((cells) => row(cells, 'td')).join('');
  return `<table><thead>${row(head, 'th')}</thead>${rows === '' ? '' : `<tbody>${rows}</tbody>`}</table>`;
}

function printList({ type, items }: List): string {
  const inner = items.map(printItem).join('');
  return inner === '' ? '' : `<${type}>${inner}</${type}>`;
}

function printItem({ children, lists }: ListItem): string {
  const inner = printInline(children) + lists.map(printList).join('');
  return inner === '' ? '' : `<li>${inner}</li>`;
}

function printInline(children: readonly Inline[]): string {
  const out: string[] = [];
  for (let i = 0; i < children.length; i++) {
    const child = children[i];
    if (child?.type === 'a') {
      const inner = printRuns(child.children);
      if (inner) out.push(`<a href="${attribute(child.href)}">${inner}</a>`);
      continue;
    }
    let end = i + 1;
    while (end < children.length && children[end]?.type !== 'a') end++;
    const run = children.slice(i, end) as LinkChild[];
    out.push(printRuns(run));
    i += run.length - 1;
  }
  return out.join('');
}

/** Texts with marks as nested tags. A mark that lasts longer is opened first; breaks and pictures close none. */
function printRuns(runs: readonly LinkChild[]): string {
  const ahead = lookAhead(runs);
  const open: Mark[] = [];
  let out = '';
  runs.forEach((run, at) => {
    const { marks, until } = ahead[at] ?? AT_END;
    while (open.some((mark) => !marks.includes(mark))) out += `</${String(open.pop())}>`;
    const missing = run.type === 'text' ? marks.filter((mark) => !open.includes(mark)) : [];
    missing.sort((a, b) => (until[b] ?? runs.length) - (until[a] ?? runs.length) || MARKS.indexOf(a) - MARKS.indexOf(b));
    for (const mark of missing) {
      open.push(mark);
      out += `<${mark}>`;
    }
    out += printLeaf(run);
  });
  return (
    out +
    open
      .reverse()
      .map((mark) => `</${mark}>`)
      .join('')
  );
}

/** What there is from a place on. */
interface Ahead {
  /** A break or picture stands inside the marks that the texts around it share; here: those of the next text. */
  marks: readonly Mark[];
  /** The next text without a mark; none where it lasts to the end. */
  until: Partial<Record<Mark, number>>;
}

const AT_END: Ahead = { marks: [], until: {} };

/** For each place, gathered once from the end: looking from every place anew takes seconds where somebody wrote thousands of lines. */
function lookAhead(runs: readonly LinkChild[]): Ahead[] {
  const ahead: Ahead[] = [];
  let next = AT_END;
  for (let at = runs.length - 1; at >= 0; at--) {
    const run = runs[at];
    if (run?.type === 'text') {
      const until = { ...next.until };
      for (const mark of MARKS) if (!run.marks.includes(mark)) until[mark] = at;
      next = { marks: run.marks, until };
    }
    ahead[at] = next;
  }
  return ahead;
}

function printLeaf(leaf: LinkChild): string {
  if (leaf.type === 'br') return '<br>';
  if (leaf.type === 'img')
    return `<img src="${attribute(leaf.src)}" alt="${attribute(leaf.alt)}"${leaf.caption === undefined ? '' : ` data-caption="${attribute(leaf.caption)}"`}>`;
  return leaf.text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\u00a0/g, '&nbsp;');
}

function attribute(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
