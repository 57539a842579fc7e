// Deterministic sample posts in the API's JSON, for benchmarks: post i depends on i alone, and BENCH_IMAGE (see `bench/run`).
import { closeSync, openSync, writeSync } from 'node:fs';

const categories = ['audit', 'valuation', 'tax-legal', 'consulting', 'accounting', 'hr'];
const authors = ['Aygün Məmmədova', 'Rəşad Əliyev', 'Günel Hüseynova', 'Elçin Quliyev', 'Nərmin Şərifova'];
const words = Object.fromEntries(
  Object.entries({
    az: 'şirkət vergi hesabat mühasibat audit qiymətləndirmə maliyyə müəssisə qanun dəyişiklik müştəri xidmət nəticə ödəniş büdcə əmlak sənəd müqavilə öhdəlik gəlir xərc mənfəət uçot standart nəzarət risk təhlil üçün ilə görə yüksək dəqiq illik',
    en: 'company tax report accounting audit valuation finance enterprise law change client service result payment budget property document contract liability income expense profit record standard control risk analysis for with because high precise annual',
    ru: 'компания налог отчёт бухгалтерия аудит оценка финансы предприятие закон изменение клиент услуга результат платёж бюджет имущество документ договор обязательство доход расход прибыль учёт стандарт контроль риск анализ для при высокий точный годовой',
  }).map(([lang, line]) => [lang, line.split(' ')]),
);

/** mulberry32: small, seeded, good enough for prose. */
function random(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const pick = (next, list) => list[Math.floor(next() * list.length)];
function sentence(next, lang, least, most) {
  const text = Array.from({ length: least + Math.floor(next() * (most - least)) }, () => pick(next, words[lang])).join(' ');
  return text[0].toLocaleUpperCase(lang) + text.slice(1);
}

/** About 4 KB of what the toolbar can make. */
function body(next, lang) {
  const paragraph = () =>
    `<p>${[1, 2, 3].map(() => `${sentence(next, lang, 8, 15)}.`).join(' ')} <strong>${sentence(next, lang, 2, 4)}</strong></p>`;
  const list = () => `<ul>${[1, 2, 3].map(() => `<li>${sentence(next, lang, 6, 12)}.</li>`).join('')}</ul>`;
  return [1, 2, 3].map(() => `<h2>${sentence(next, lang, 3, 6)}</h2>${paragraph()}${paragraph()}${list()}`).join('');
}

export function post(id, featured = 1) {
  const next = random(id);
  const made = {
    id,
    category: pick(next, categories),
    featured: id === featured,
    trending: next() < 0.1,
    author: pick(next, authors),
    date: new Date(Date.UTC(2012, 0, 1, 8) + id * 11 * 3_600_000).toISOString().replace('.000Z', 'Z'),
    image_id: null,
    image: process.env.BENCH_IMAGE || null,
  };
  for (const lang of ['az', 'en', 'ru']) made[`title_${lang}`] = sentence(next, lang, 4, 8);
  for (const lang of ['az', 'en', 'ru']) made[`excerpt_${lang}`] = `${sentence(next, lang, 14, 22)}.`;
  for (const lang of ['az', 'en', 'ru']) made[`content_${lang}`] = body(next, lang);
  return made;
}

/** One post after the other: 100,000 of them do not fit into a string. */
export function writeCorpus(file, count) {
  const out = openSync(file, 'w');
  for (let id = 1; id <= count; id++) writeSync(out, `${id === 1 ? '[' : ','}${JSON.stringify(post(id))}`);
  writeSync(out, ']');
  closeSync(out);
}

/** The fields of a post as the API takes them. */
export function form(post) {
  const body = new FormData();
  for (const [key, value] of Object.entries(post))
    if (/^(title|excerpt|content)_|^(category|author|featured|trending)$/.test(key)) body.set(key, String(value));
  return body;
}
