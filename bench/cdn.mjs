#!/usr/bin/env node
// What of a million visits a day reaches the origin: a CDN simulated against the headers of a generated site. `node bench/cdn.mjs [DIST]`
//
// A day of visits (more by day than by night, languages and pages as popular as they usually are), browsers and edges that keep what `_headers`
// lets them keep, and a firm that publishes while it happens. The same visits, by the same random numbers, for each way to set up a CDN.
// Deterministic: the same site gives the same table.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { load } from 'cheerio';
import { buildSite } from '../e2e/support/site.mjs';
import { head, row } from './measure.mjs';

const DAY = 86_400;
const VISITS = Number(process.env.CDN_VISITS ?? 1_000_000);
/** Edges of a CDN that such visitors meet; most are near. */
const EDGES = 24;
/** A visitor reads so many pages on average, and was here within a month with this probability, on a browser that kept the files. */
const PAGES = 2.5;
const RETURNING = 0.35;
/** Changes that the firm publishes in a day, and the files of each: the most of `bench/run`'s changes. */
const PUBLICATIONS = 40;
const FILES_OF_A_CHANGE = 65;
/** What a CDN takes for a gigabyte to visitors and for a million requests: an example, of a usual order; ask yours. */
const PRICE = { gigabyte: Number(process.env.CDN_PRICE_GIGABYTE ?? 0.01), million: Number(process.env.CDN_PRICE_MILLION ?? 0.3) };
/** A request and an answer without a body, headers included; bytes. */
const HEADERS = 700;

/** The same sequence each time (mulberry32). */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Chooses among `count` things by Zipf's law: the first twice as often as the second. */
function zipf(count) {
  const sums = [];
  for (let n = 1, sum = 0; n <= count; n += 1) sums.push((sum += 1 / n));
  return (chance) => {
    const wanted = chance * sums.at(-1);
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** Whether a file is kept for a year, as `_headers` says. */
function immutables(dist) {
  const rules = readFileSync(path.join(dist, '_headers'), 'utf8').split(/\n(?=\/)/);
  const year = rules.filter((rule) => /immutable/.test(rule)).map((rule) => rule.split('\n')[0].replace('*', ''));
  return (file) => year.some((prefix) => `/${file}`.startsWith(prefix));
}

/** Every page with the files that a browser fetches for it, and what each weighs on the line. */
function readSite(dist) {
  const names = readdirSync(dist, { recursive: true })
    .map(String)
    .filter((name) => statSync(path.join(dist, name)).isFile());
  const sizes = new Map();
  const size = (name) => {
    if (!sizes.has(name)) {
      const bytes = readFileSync(path.join(dist, name));
      sizes.set(name, /\.(html|css|js|json|svg|xml|txt)$/.test(name) ? gzipSync(bytes).length : bytes.length);
    }
    return sizes.get(name);
  };
  const pages = names
    .filter((name) => name.endsWith('index.html'))
    .map((name) => {
      const $ = load(readFileSync(path.join(dist, name), 'utf8'));
      const wanted = new Set();
      const take = (url) => url?.startsWith('/') && names.includes(url.slice(1)) && wanted.add(url.slice(1));
      $('link[rel=stylesheet], link[rel=preload], link[rel=icon], link[rel=modulepreload]').each((_, link) => take($(link).attr('href')));
      $('script[src]').each((_, script) => take($(script).attr('src')));
      // Of each picture the size in the middle of the first kind: what a laptop or a phone takes.
      $('picture, main img').each((_, picture) => {
        const set = $(picture).find('source').first().attr('srcset') ?? $(picture).attr('srcset');
        const candidates = set?.split(',').map((one) => one.trim().split(/\s+/)[0]);
        take(candidates ? candidates[candidates.length >> 1] : $(picture).attr('src'));
      });
      for (const file of wanted) size(file);
      return { name, files: [...wanted], language: /^(en|ru)\//.exec(name)?.[1] ?? 'az', post: /(^|\/)blog\/\d+\//.test(name) };
    });
  for (const { name } of pages) size(name);
  return { pages, size };
}

/**
 * Ways to set up a CDN. `pageTtl`: seconds for which an edge answers a page without asking (its own rule, beside the site's headers);
 * `purge`: whether changed addresses are taken out of the edges when they are published; `shield`: edges ask one edge before the origin.
 */
const SETUPS = [
  { name: 'no CDN: visitors ask the origin', edges: false },
  { name: 'the site’s headers alone', pageTtl: 0 },
  { name: 'pages for 60 s at the edge', pageTtl: 60 },
  { name: 'pages for a day at the edge, changed ones purged', pageTtl: DAY, purge: true },
  { name: 'likewise, behind a shield', pageTtl: DAY, purge: true, shield: true },
];

function simulate({ pages, size }, isImmutable, setup) {
  const chance = random(7);
  // The home pages are read most, then lists, then services and posts, the newest first.
  const ranked = Object.fromEntries(
    ['az', 'en', 'ru'].map((language) => [
      language,
      pages.filter((page) => page.language === language).sort((a, b) => a.name.length - b.name.length),
    ]),
  );
  const choose = Object.fromEntries(Object.entries(ranked).map(([language, list]) => [language, zipf(list.length)]));
  const chooseEdge = zipf(EDGES);
  const caches = Array.from({ length: EDGES + 1 }, () => new Map());
  const SHIELD = EDGES;
  const versions = new Map();
  const told = { requests: 0, kept: 0, edge: 0, origin: 0, originBytes: 0, bytes: 0, pages: 0, pageHits: 0, busiest: 0 };
  const seconds = new Uint32Array(DAY);
  const changes = Array.from({ length: PUBLICATIONS }, (_, n) => 9 * 3600 + Math.floor(((n + chance()) / PUBLICATIONS) * 9 * 3600));
  let published = 0;

  const askOrigin = (at, bytes) => {
    told.origin += 1;
    told.originBytes += HEADERS + bytes;
    seconds[at] += 1;
  };
  /** What an edge does; answers whether it had the file fresh. */
  const ask = (cache, name, at) => {
    const known = caches[cache].get(name);
    const version = versions.get(name) ?? 0;
    const ttl = isImmutable(name) ? Infinity : setup.pageTtl;
    if (known && at - known.at < ttl) return true;
    if (setup.shield && cache !== SHIELD) ask(SHIELD, name, at);
    // What has not changed is confirmed without a body.
    else askOrigin(at, known?.version === version ? 0 : size(name));
    caches[cache].set(name, { at, version });
    return false;
  };
  const fetch = (edge, name, at, bytes) => {
    told.requests += 1;
    told.bytes += HEADERS + bytes;
    if (setup.edges === false) askOrigin(at, bytes);
    else if (ask(edge, name, at)) told.edge += 1;
    else return false;
    return true;
  };

  for (let visit = 0; visit < VISITS; visit += 1) {
    const at = Math.min(DAY - 1, Math.floor(dayTime((visit + chance()) / VISITS) * DAY));
    while (published < changes.length && changes[published] <= at) {
      published += 1;
      for (let n = 0; n < FILES_OF_A_CHANGE; n += 1) {
        const page = pages[Math.floor(chance() * pages.length)].name;
        versions.set(page, (versions.get(page) ?? 0) + 1);
        if (setup.purge) for (const cache of caches) cache.delete(page);
      }
    }
    const edge = chooseEdge(chance());
    const dice = chance();
    const language = dice < 0.6 ? 'az' : dice < 0.82 ? 'ru' : 'en';
    const browser = new Set();
    const returning = chance() < RETURNING;
    let more = true;
    while (more) {
      const page = ranked[language][choose[language](chance())];
      told.pages += 1;
      if (fetch(edge, page.name, at, size(page.name)) && setup.edges !== false) told.pageHits += 1;
      for (const file of page.files) {
        if (browser.has(file) || (returning && isImmutable(file) && chance() < 0.9)) {
          told.kept += 1;
          continue;
        }
        browser.add(file);
        fetch(edge, file, at, size(file));
      }
      more = chance() < 1 - 1 / PAGES;
    }
  }
  told.busiest = seconds.reduce((most, count) => Math.max(most, count), 0);
  return told;
}

/** When in the day a share of the visits has come: slowly by night, fastest at noon. Both are parts of one. */
function dayTime(share) {
  // The inverse of t - sin(2πt)/(2π)·0.85, by halving.
  let [low, high] = [0, 1];
  for (let step = 0; step < 30; step += 1) {
    const t = (low + high) / 2;
    if (t - (Math.sin(2 * Math.PI * t) / (2 * Math.PI)) * 0.85 < share) low = t;
    else high = t;
  }
  return low;
}

const given = process.argv[2];
const built = given ? null : buildSite();
const dist = given ?? built.dist;
const site = readSite(dist);
const isImmutable = immutables(dist);
const count = (number) => Math.round(number).toLocaleString('en');
const share = (part, whole) => `${((100 * part) / whole).toFixed(part / whole > 0.99 ? 2 : 1)} %`;
const gigabytes = (bytes) => `${(bytes / 1e9).toFixed(bytes < 1e10 ? 2 : 0)} GB`;

console.log(
  `${count(VISITS)} visits in a day, ${PAGES} pages each on average, ${site.pages.length} pages, ${EDGES} edges, ${PUBLICATIONS} publications of ${FILES_OF_A_CHANGE} files each\n`,
);
head('set up as', 'answered at the edge', 'pages answered at the edge', 'requests at the origin', 'busiest second', 'from the origin');
let last;
for (const setup of SETUPS) {
  const told = simulate(site, isImmutable, setup);
  const edges = setup.edges !== false;
  row(
    setup.name,
    edges ? share(told.edge, told.requests) : '–',
    edges ? share(told.pageHits, told.pages) : '–',
    count(told.origin),
    count(told.busiest),
    gigabytes(told.originBytes),
  );
  last = told;
}
const cost = (last.bytes / 1e9) * PRICE.gigabyte + (last.requests / 1e6) * PRICE.million;
console.log(
  `\nTo visitors in each case ${count(last.requests)} requests and ${gigabytes(last.bytes)}; another ${share(last.kept, last.kept + last.requests)} of the files their browsers had.`,
);
console.log(`At ${PRICE.gigabyte} for a gigabyte and ${PRICE.million} for a million requests the CDN costs ${cost.toFixed(2)} a day.`);
built?.remove();
