import { createHeadlessEditor } from '@lexical/headless';
import { describe, expect, it } from 'vitest';
import { canonicalHtml } from '../../rich-text/read';
import { NODES } from '../nodes';
import { $exportHtml, $replaceWithHtml } from './html';

function throughEditor(html: string): string {
  const editor = createHeadlessEditor({
    nodes: NODES,
    onError: (error) => {
      throw error;
    },
  });
  editor.update(() => $replaceWithHtml(html), { discrete: true });
  return editor.read($exportHtml);
}

const SAME: Record<string, string> = {
  paragraph: '<p>Vergi bəyannaməsi &amp; hesabat &lt;2026&gt;</p>',
  'headings 1-3': '<h1>Bir</h1><h2>İki</h2><h3>Üç</h3>',
  bold: '<p>a <strong>qalın</strong> b</p>',
  italic: '<p><em>kursiv</em></p>',
  underline: '<p><u>altı xətli</u></p>',
  strike: '<p><s>silinmiş</s></p>',
  'all marks': '<p><strong><em><u><s>hamısı</s></u></em></strong></p>',
  'bold that lasts longer than italic': '<p><strong>a<em>b</em>c</strong></p>',
  'italic that lasts longer than bold': '<p><em>a<strong>b</strong>c</em></p>',
  'overlapping marks': '<p><strong>a<em>b</em></strong><em>c</em></p>',
  'line break': '<p>bir<br>iki</p>',
  'line break within bold': '<p><strong>bir<br>iki</strong></p>',
  'line break after bold': '<p><strong>bir</strong><br>iki</p>',
  link: '<p>a <a href="https://example.az/?a=1&amp;b=2">keçid</a> b</p>',
  'link with bold': '<p><a href="/services/audit/">x <strong>y</strong></a></p>',
  'bullet list': '<ul><li>a</li><li>b</li></ul>',
  'ordered list': '<ol><li>a</li><li>b</li></ol>',
  'nested lists': '<ul><li>a<ol><li>b<ul><li>c</li></ul></li></ol></li><li>d</li></ul>',
  'two lists in one item': '<ul><li>a<ul><li>b</li></ul><ol><li>c</li></ol></li></ul>',
  'stored image': '<p>a <img src="/api/blog/images/5/" alt="Bakı &quot;körfəzi&quot;"> b</p>',
  'foreign image': '<p><img src="https://example.az/a.png" alt=""></p>',
  'data image': '<p><img src="data:image/png;base64,iVBORw0KGgo=" alt="x"></p>',
  'image that is not stored yet': '<p>a</p><p><img src="upload:3f2a-1" alt="x"></p>',
  'no-break space': '<p>№&nbsp;5</p>',
  quote: '<p>a</p><blockquote><p>b <em>c</em></p><p>d<br>e</p></blockquote><p>f</p>',
  line: '<p>a</p><hr><p>b</p><hr>',
  table:
    '<table><thead><tr><th>Vergi</th><th></th></tr></thead><tbody><tr><td>ƏDV<br>x</td><td><strong>18</strong> %</td></tr></tbody></table>',
  'table with a link and a picture':
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td><a href="tel:102">b</a> <img src="/x.png" alt=""></td></tr></tbody></table><p>c</p>',
  'table of one cell': '<table><thead><tr><th>a</th></tr></thead></table>',
  'links to mail and telephone': '<p><a href="mailto:a@b.az?subject=x">a</a> <a href="tel:+994123456789">b</a></p>',
  'several blocks': '<h2>A</h2><p>b</p><ul><li>c</li></ul><p>d</p>',
};

describe('html -> editor -> html', () => {
  it.each(Object.entries(SAME))('keeps %s as it is', (_name, html) => {
    expect(canonicalHtml(html)).toBe(html);
    expect(throughEditor(html)).toBe(html);
  });

  it.each([
    ['<p>a</p>\n\n<p>b</p>', '<p>a</p><p>b</p>'],
    [
      '<p><b>a</b> <i>b</i> <del>c</del> <ins>d</ins> <strike>e</strike></p>',
      '<p><strong>a</strong> <em>b</em> <s>c</s> <u>d</u> <s>e</s></p>',
    ],
    ['text alone', '<p>text alone</p>'],
    ['<h5>a</h5>', '<h3>a</h3>'],
    ['<p>a  \n b</p>', '<p>a b</p>'],
    ['<p><br></p><p>&nbsp;</p>', ''],
    ['<ul><li>a</li><ul><li>b</li></ul></ul>', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
    ['<ol start="3"><li>a</li></ol>', '<ol><li>a</li></ol>'],
    ['<ul><li><p>a</p><p>b</p></li></ul>', '<ul><li>a<br>b</li></ul>'],
    ['<div>a</div><pre>b\nc</pre>', '<p>a</p><p>b<br>c</p>'],
    ['<blockquote>a</blockquote><blockquote><h2>b</h2></blockquote>', '<blockquote><p>a</p><p>b</p></blockquote>'],
    ['<table><tr><td>a</td><td>b</td></tr></table>', '<p>a | b</p>'],
    [
      '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>',
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td></td></tr></tbody></table>',
    ],
    ['<p style="color:red" class="x" onclick="y()">a<script>alert(1)</script></p>', '<p>a</p>'],
    ['<p><a href="javascript:alert(1)">a</a> <img src="data:image/svg+xml;base64,AAAA" alt=""></p>', '<p>a</p>'],
    ['', ''],
  ])('turns %s into what the editor can make', (html, expected) => {
    expect(canonicalHtml(html)).toBe(expected);
    expect(throughEditor(html)).toBe(expected);
    expect(throughEditor(expected)).toBe(expected);
  });
});
