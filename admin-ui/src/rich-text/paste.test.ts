import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { printHtml } from './print';
import { canonicalHtml, pictureAlone, readPasted } from './read';
import { withInertStyles } from './styles';

function pasted(name: string) {
  const { blocks, refused } = readPasted(readFileSync(`src/rich-text/fixtures/${name}.html`, 'utf8'));
  return { html: printHtml(blocks), refused };
}

describe('clipboard HTML comes out clean', () => {
  it('from Word', () => {
    const { html, refused } = pasted('word');
    expect(html).toBe(
      '<h1>İllik hesabat</h1><h1>Auditin məqsədi</h1>' +
        '<p>Şirkətin <strong>maliyyə hesabatları</strong> <em>tam</em> və <u>düzgün</u> olmalıdır.</p>' +
        '<ul><li>Qaimələr<ul><li>Elektron qaimələr</li></ul></li><li>Aktlar</li></ul>' +
        '<ol><li>Birinci addım</li><li>İkinci addım</li></ol>' +
        '<p>Ətraflı: <a href="https://taxes.gov.az/">taxes.gov.az</a> və <a href="mailto:info@khazri.example">e-poçt</a></p>',
    );
    expect(refused).toEqual([expect.stringContaining('file:///')]);
  });

  it('from Google Docs', () => {
    const { html, refused } = pasted('google-docs');
    expect(html).toBe(
      '<h2>Preparing for an audit</h2>' +
        '<p>Start <strong>three months</strong><em> before</em><s> after</s><u> the year end</u>.</p>' +
        '<ul><li>Ledgers<ul><li>Trial balance</li></ul></li><li><a href="https://www.ifac.org/">Standards</a></li></ul>',
    );
    expect(refused).toHaveLength(1);
  });

  it('from LibreOffice', () => {
    const { html } = pasted('libreoffice');
    expect(html).toBe(
      '<h1>Подготовка к аудиту</h1>' +
        '<p>Начните <strong>за три месяца</strong> до <em>конца</em> <u>года</u>, <s>не позже</s>.</p>' +
        '<ol><li>Счета<ol><li>Оборотная ведомость</li></ol></li><li><a href="https://www.ifac.org/"><u>Стандарты</u></a></li></ol>' +
        '<p>Год | 2026</p>',
    );
  });

  it.each(['word', 'google-docs', 'libreoffice'])('%s: once clean it stays as it is', (name) => {
    const { html } = pasted(name);
    expect(canonicalHtml(html)).toBe(html);
    expect(html).not.toMatch(/style|class|mso|span|font|<o:p/);
  });
});

describe('inert styles', () => {
  it('renames style attributes only, and drops style sheets', () => {
    expect(withInertStyles('<p STYLE="a" title=" style=b">style="c"</p><style>p{}</style>')).toBe(
      '<p data-style="a" title=" style=b">style="c"</p>',
    );
  });
});

const clean = (html: string) => printHtml(readPasted(html).blocks);

describe('pieces of clipboard HTML', () => {
  it.each([
    ['strike and del', '<p><strike>a</strike> <del>b</del> <s>c</s></p>', '<p><s>a</s> <s>b</s> <s>c</s></p>'],
    [
      "Google's redirect addresses",
      '<a href="https://www.google.com/url?q=https://taxes.gov.az/x%3Fy%3D1&amp;sa=D&amp;source=docs">a</a>',
      '<p><a href="https://taxes.gov.az/x?y=1">a</a></p>',
    ],
    [
      "Google's other addresses",
      '<a href="https://www.google.com/search?q=https://a.az">a</a>',
      '<p><a href="https://www.google.com/search?q=https://a.az">a</a></p>',
    ],
    [
      'a redirect to nowhere good',
      '<a href="https://www.google.com/url?q=javascript:alert(1)">a</a>',
      '<p><a href="https://www.google.com/url?q=javascript:alert(1)">a</a></p>',
    ],
    [
      'a table',
      '<table><tr><th>İl</th><th>Gəlir</th></tr><tr><td><p>2025</p></td><td><p><b>10</b></p><p>min</p></td></tr></table>',
      '<table><thead><tr><th>İl</th><th>Gəlir</th></tr></thead><tbody><tr><td>2025</td><td><strong>10</strong><br>min</td></tr></tbody></table>',
    ],
    [
      'a table with joined cells',
      '<table><tr><td colspan=2>a</td><td>b</td></tr><tr><td rowspan=2>c</td><td>d</td><td>e</td></tr><tr><td>f</td></tr></table>',
      '<table><thead><tr><th>a</th><th></th><th>b</th></tr></thead><tbody><tr><td>c</td><td>d</td><td>e</td></tr><tr><td></td><td>f</td><td></td></tr></tbody></table>',
    ],
    [
      "a spreadsheet's fragment",
      '<table border=0><!--StartFragment--> <col width=64><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr><!--EndFragment--></table>',
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    ],
    ['a table of a single row', '<table><tr><td>a</td><td>b</td></tr></table>', '<p>a | b</p>'],
    [
      'a table that lays out a page',
      '<table><tr><td><h2>a</h2></td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>',
      '<p>a | b</p><p>c | d</p>',
    ],
    [
      'a quote with a list',
      '<blockquote><p>a</p><ul><li>b</li></ul><p>c</p></blockquote>',
      '<blockquote><p>a</p></blockquote><ul><li>b</li></ul><blockquote><p>c</p></blockquote>',
    ],
    [
      "Word's quotes",
      '<p class=MsoQuote>a</p><p class=MsoIntenseQuote>b</p><p class=MsoNormal>c</p>',
      '<blockquote><p>a</p><p>b</p></blockquote><p>c</p>',
    ],
    ['a line', '<p>a</p><div class=MsoNormal align=center><hr size=2 width="100%"></div><p>b</p>', '<p>a</p><hr><p>b</p>'],
    ['a table that is a layout', '<table><tr><td><h2>a</h2><ul><li>b</li></ul></td></tr></table>', '<h2>a</h2><ul><li>b</li></ul>'],
    ['a table with lists', '<table><tr><td>a</td><td><ul><li>b</li></ul></td></tr></table>', '<p>a</p><ul><li>b</li></ul>'],
    [
      'a picture in a sentence',
      '<p>a <img src="https://a.az/x.png" alt="b"> c</p>',
      '<p>a</p><p><img src="https://a.az/x.png" alt="b"></p><p>c</p>',
    ],
    [
      "Word's footnotes, which stand behind the fragment",
      '<body><!--StartFragment--><p>Mətn<a style=\'mso-footnote-id:ftn1\' href="#_ftn1" name="_ftnref1"><span class=MsoFootnoteReference><![if !supportFootnotes]>[1]<![endif]></span></a>.</p><!--EndFragment-->' +
        "<div style='mso-element:footnote-list'><br clear=all><hr><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a href=\"#_ftnref1\"><span>[1]</span></a> Qeyd</p></div></div></body>",
      '<p>Mətn[1].</p><p>[1] Qeyd</p>',
    ],
    [
      "LibreOffice's footnotes",
      '<p>Текст<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a>.</p><div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>Примечание</p></div>',
      '<p>Текст[1].</p><p>[1]Примечание</p>',
    ],
    [
      "Word's headings with numbers",
      '<h1 style="mso-list:l0 level1 lfo1"><![if !supportLists]><span style="mso-list:Ignore">1.<span>&nbsp;&nbsp; </span></span><![endif]>Giriş</h1><p class=MsoNormal>a</p>' +
        '<h2 style="mso-list:l0 level2 lfo1"><b><span style="mso-list:Ignore">1.1<span>&nbsp; </span></span></b><b>Məqsəd</b></h2>' +
        '<h2 style="mso-list:l1 level1 lfo2"><span style="font-family:Symbol"><span style="mso-list:Ignore">·<span>&nbsp; </span></span></span>Nöqtə</h2><h2 style="mso-list:l0 level2 lfo1"><span style="mso-list:Ignore">1.2</span></h2>',
      '<h1>1. Giriş</h1><p>a</p><h2>1.1 <strong>Məqsəd</strong></h2><h2>Nöqtə</h2>',
    ],
    [
      "Word's heading between items of a list",
      '<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>a</p><h2 style="mso-list:l1 level1 lfo2"><span style="mso-list:Ignore">2)</span>b</h2><p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>c</p>',
      '<ul><li>a</li></ul><h2>2) b</h2><ul><li>c</li></ul>',
    ],
    [
      "Google's headings with numbers",
      '<ol><li dir="ltr" aria-level="1"><h1 role="presentation"><span style="font-weight:400">Giriş</span></h1></li><ol><li aria-level="2"><h2>Məqsəd</h2></li></ol></ol><p>a</p><ol start="2"><li><h1>Nəticə</h1></li></ol>',
      '<h1>Giriş</h1><h2>Məqsəd</h2><p>a</p><h1>Nəticə</h1>',
    ],
    [
      'exponents and indices',
      '<p>10<sup>6</sup> m<sup>2</sup>, CO<sub>2</sub>, 1<sup>st</sup>, x<sup>[1]</sup>, a<sup> </sup>b</p>',
      '<p>10⁶ m², CO₂, 1st, x[1], a b</p>',
    ],
    [
      'quotations that a browser draws the marks of',
      '<p>O dedi: <q>bəli, <q>bu</q> <b>yaxşıdır</b></q>.</p><p lang="ru-RU">Он: <q>да, <q>вот</q></q></p>',
      '<p>O dedi: “bəli, ‘bu’ <strong>yaxşıdır</strong>”.</p><p>Он: «да, „вот“»</p>',
    ],
    [
      "places within somebody else's document",
      '<p><a href="#Nəticə">a</a> <a href="#_Toc1">b</a> <a href="#">c</a> <a href="#s-netice">d</a></p>',
      '<p>a b c <a href="#s-netice">d</a></p>',
    ],
    [
      "Google's exponents and indices",
      '<p><span>m</span><span style="font-size:0.6em;vertical-align:super;">2</span><span> H</span><span style="vertical-align:sub">2</span><span style="vertical-align:baseline">O</span></p>',
      '<p>m² H₂O</p>',
    ],
    ['letters that nobody sees', '<p>\ufeffaudi\u200bt b\u2028c\u00adç</p>', '<p>audit b c\u00adç</p>'],
    [
      "Word's tabs and several spaces",
      "<p class=MsoNormal>Ad<span style='mso-tab-count:1'>&nbsp;&nbsp;&nbsp;&nbsp; </span>Soyad<span style='mso-spacerun:yes'>&nbsp; </span>x №&nbsp;5</p>",
      '<p>Ad Soyad x №&nbsp;5</p>',
    ],
    [
      "a browser's space",
      '<span>one</span><span class="Apple-converted-space">&nbsp;</span><b>two</b><br class="Apple-interchange-newline">',
      '<p>one <strong>two</strong></p>',
    ],
    [
      'hidden rows, columns and items',
      '<table><tr><td>a</td><td style="display:none">secret</td><td>b</td></tr><tr height=0 style="display:none"><td>secret</td><td>secret</td><td>secret</td></tr><tr><td>1</td><td style="display:none">secret</td><td>2</td></tr>' +
        "<![if supportMisalignedColumns]><tr height=0 style='display:none'><td width=64 style='width:48pt'></td><td></td></tr><![endif]></table><ul><li>c</li><li style=\"display:none\">secret</li></ul>",
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table><ul><li>c</li></ul>',
    ],
    [
      "Word's comments",
      "<p class=MsoNormal>a<a style='mso-comment-reference:X_1'>b</a><span class=MsoCommentReference><span><![if !supportAnnotations]><a class=msocomanchor href=\"#_msocom_1\">[X1]</a><![endif]><span style='mso-special-character:comment'>&nbsp;</span></span></span>c</p>" +
        "<div style='mso-element:comment-list'><hr class=msocomoff><div style='mso-element:comment'><div id=\"_com_1\" class=msocomtxt><p class=MsoCommentText>secret</p></div></div></div>",
      '<p>abc</p>',
    ],
    [
      'a task of Google Docs',
      '<ul><li role="checkbox" aria-checked="false"><img src="data:image/png;base64,iVBORw0KGgo=" alt="unchecked" aria-roledescription="checkbox"><p style="display:inline-block"><span>a</span></p></li></ul>',
      '<ul><li>a</li></ul>',
    ],
    [
      'letters that are drawn',
      '<p>a <img class="emoji" alt="👍🏽" src="https://s.w.org/1f44d.svg"> b <img alt="🇦🇿" src="https://a.az/x.png">1️⃣<img alt="2" src="https://a.az/y.png"></p>',
      '<p>a 👍🏽 b 🇦🇿1️⃣</p><p><img src="https://a.az/y.png" alt="2"></p>',
    ],
    [
      'parts of a page that are blocks by their style',
      '<a href="https://a.az/1" style="display: block">a</a><a href="https://a.az/2" style="display:flex">b</a><span style="display: inline !important">c</span>d',
      '<p><a href="https://a.az/1">a</a></p><p><a href="https://a.az/2">b</a></p><p>cd</p>',
    ],
    [
      'names of parts of a form',
      '<fieldset><legend>a</legend>b</fieldset><hgroup>c</hgroup><dialog open>d</dialog>e',
      '<p>a</p><p>b</p><p>c</p><p>d</p><p>e</p>',
    ],
    [
      'lines that a style keeps',
      '<div style="white-space: pre-wrap">a\nb <span style="white-space:normal">c\nd</span></div><span style="white-space: pre">e\nf</span>',
      '<p>a<br>b c d</p><p>e<br>f</p>',
    ],
    [
      "Outlook's addresses, which name the reader",
      '<a href="https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Ftaxes.gov.az%2Fx%3Fy%3D1&amp;data=05%7Cname%40firm.az&amp;reserved=0">a</a>',
      '<p><a href="https://taxes.gov.az/x?y=1">a</a></p>',
    ],
    [
      "Word's articles of a law",
      "<div class=WordSection1><p class=MsoNormal>x</p><p style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>Maddə\n1.<span>&nbsp; </span></span><![endif]>a</p><p class=MsoNormal>b</p><p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>Статья 2<span>&nbsp; </span></span>c</p><p style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>2.1.</span>d</p></div>",
      '<p>x</p><p>Maddə 1. a</p><p>b</p><p>Статья 2 c</p><ol><li>d</li></ol>',
    ],
    [
      "PowerPoint's lists",
      "<div class=O style='mso-line-spacing:\"90 50 0\"'><span style='mso-special-format:bullet;font-family:Arial'>•</span><span>a</span></div><div class=O1><span style='mso-special-format:bullet'>–</span>b</div><div class=O><span style='mso-special-format:bullet'>•</span>c</div><div class=O>d</div>",
      '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><p>d</p>',
    ],
    [
      'a list with headings and words',
      '<ul><li><h2>a</h2>b</li><li><h2>c</h2></li></ul><ul><li><h3>d</h3></li><li>e</li></ul>',
      '<ul><li>a<br>b</li><li>c</li><li>d</li><li>e</li></ul>',
    ],
    ['an item with a list of headings in it', '<ul><li>a<ul><li><h2>b</h2></li></ul></li></ul>', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
  ])('%s', (_name, html, expected) => {
    expect(clean(html)).toBe(expected);
    expect(canonicalHtml(expected)).toBe(expected);
  });

  it('of a table beyond measure become lines', () => {
    const table = (rows: number, columns: number) => `<table>${`<tr>${'<td>a</td>'.repeat(columns)}</tr>`.repeat(rows)}</table>`;
    expect(clean(table(200, 20))).toMatch(/^<table><thead>/);
    expect(clean(table(201, 2))).toMatch(/^<p>a \| a<\/p>/);
    expect(clean(table(2, 21))).toMatch(/^<p>a \| a \| /);
  });

  it('tell a picture alone from one among words', () => {
    expect(pictureAlone('<meta charset="utf-8"><a href="https://a.az/"><img src="https://a.az/x" alt="b"></a>')).toEqual({
      type: 'img',
      src: 'https://a.az/x',
      alt: 'b',
    });
    expect(pictureAlone('<p><img src="https://a.az/x"> c</p>')).toBeNull();
    expect(pictureAlone('<img src="https://a.az/x"><img src="https://a.az/y">')).toBeNull();
  });
});
