// The guides for editors say what stands on the screen: what is set in italics or bold there is in the admin's words, letter by letter.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../support/cms.mjs';

const LOCALES = path.join(root, 'admin-ui/src/i18n/locales');
const GUIDES = { en: 'docs/editing.md', az: 'docs/editing.az.md', ru: 'docs/editing.ru.md' };
/** Letters that the text is about, the last one Cyrillic as its neighbour. */
const LETTERS = ['i', 'ı', 'е', 'ё'];
/** The line of a publication, which is made of several texts and a number. */
const LINE = ['saved, so many pages, live', 'saxlanıldı, neçə səhifə, saytdadır', 'сохранено, столько-то страниц, на сайте'];

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The texts of a language, as expressions that what is filled in fits; without a colon at the end, and without what stands there in brackets. */
function texts(lang) {
  const files = readdirSync(LOCALES).filter((name) => new RegExp(`^${lang}(-|\\.ts$)`).test(name));
  const source = files.map((name) => readFileSync(path.join(LOCALES, name), 'utf8')).join('\n');
  return [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'/g)]
    .map(([, text]) => text.replace(/\\(.)/g, '$1').replace(/:$| \([^)]*\)\.$/g, ''))
    .filter((text) => /\p{L}/u.test(text.replace(/\{\{[^}]*\}\}/g, '')))
    .map(
      (text) =>
        new RegExp(
          `^${text
            .split(/\{\{[^}]*\}\}/)
            .map(escaped)
            .join('.+')}\\.?$`,
          'u',
        ),
    );
}

for (const [lang, file] of Object.entries(GUIDES)) {
  test(`${file} names what is on the screen`, () => {
    const known = texts(lang);
    const named = [...readFileSync(path.join(root, file), 'utf8').matchAll(/\*\*([^*\n]+)\*\*|\*([^*\n]+)\*/g)].map(
      ([, bold, italic]) => bold ?? italic,
    );
    assert.ok(named.length > 40, `${named.length} are found`);
    const isKnown = (name) => name.split('. ').every((sentence) => known.some((text) => text.test(sentence)));
    const strange = named.filter((name) => ![...LETTERS, ...LINE].includes(name) && !isKnown(name));
    assert.deepEqual(strange, []);
  });
}
