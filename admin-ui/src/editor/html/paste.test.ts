import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { printHtml } from './print';
import { canonicalHtml, readPasted } from './read';
import { withInertStyles } from './styles';

function pasted(name: string) {
  const { blocks, refused } = readPasted(readFileSync(`src/editor/html/fixtures/${name}.html`, 'utf8'));
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
        '<p>Ətraflı: <a href="https://taxes.gov.az/">taxes.gov.az</a> və e-poçt</p>',
    );
    expect(refused).toEqual(['mailto:info@khazri.example', expect.stringContaining('file:///')]);
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
    expect(withInertStyles('<p STYLE="a" title=" style=b">style="c"</p><style>p{}</style>')).toBe('<p data-style="a" title=" style=b">style="c"</p>');
  });
});
