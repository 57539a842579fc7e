// The rules of docs/hosting.md and of the container in a real nginx and a real Caddy: every address, the redirects, the headers of _headers.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { hosts, startHost } from '../support/hosts.mjs';
import { address, buildSite, languages, prefix, services } from '../support/site.mjs';

/** As an advertisement's link has it, with what means something to a configuration. */
const QUERY = '?utm_source=a%20b&c=$d';
/** Old addresses with what can go wrong in an address. */
const OLD = [
  ['/about-us.html', '/about/', 301],
  ['/köhnə/bölmə/', '/en/blog/', 308],
  ['/services/old.html', '/services/audit/', 302],
  ['/shop', 'https://shop.example/?a=$b&c={d}', 307],
]
  .map(([from, to, status]) => `[[redirects]]\nfrom = "${from}"\nto = "${to}"\nstatus = ${status}\n`)
  .join('\n');
let site;
let host;
before(() => {
  site = buildSite({ extra: { 'redirects.toml': OLD } });
});
after(() => site?.remove());

const get = (target, options = {}) => fetch(new URL(target, host.base), { redirect: 'manual', ...options });

/** The blocks of _headers: pattern, then names and values. */
function headerRules() {
  const blocks = [];
  for (const line of site
    .read('_headers')
    .split('\n')
    .filter((text) => text.trim())) {
    if (!line.startsWith(' ')) blocks.push({ pattern: line.trim(), headers: [] });
    else
      blocks.at(-1).headers.push(
        line
          .trim()
          .split(/:\s+(.*)/s)
          .slice(0, 2),
      );
  }
  return blocks;
}

/** From, to, status. */
const redirects = () =>
  site
    .read('_redirects')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(/\s+/));
const moves = () => redirects().filter(([, , status]) => status.startsWith('3'));

const fits = (pattern, target) => (pattern.endsWith('*') ? target.startsWith(pattern.slice(0, -1)) : pattern === target);

/** The bytes of an answer as they travel. */
const packed = (target, coding) =>
  new Promise((resolve, reject) => {
    request(new URL(target, host.base), { headers: { 'accept-encoding': coding } }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.once('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(parts) }));
    })
      .once('error', reject)
      .end();
  });

for (const [name, kind] of Object.entries(hosts))
  describe(name, () => {
    before(async () => {
      host = await startHost(kind, site.dist);
    });
    after(() => host?.stop());

    test('every file is served at its address, whole and with the headers of _headers', async () => {
      const blocks = headerRules();
      assert.ok(blocks.length > 2);
      // Redirect pages are for hosts without rules.
      const moved = new Set(moves().map(([from]) => from));
      const files = site.files.filter((file) => !/^[._]/.test(file) && !moved.has(address(file)));
      for (const file of files) {
        const target = address(file);
        const response = await get(target);
        assert.equal(response.status, 200, target);
        assert.equal(Buffer.compare(Buffer.from(await response.arrayBuffer()), site.bytes(file)), 0, `${target} differs`);
        for (const { headers } of blocks.filter((block) => fits(block.pattern, target))) {
          for (const [name, value] of headers) assert.equal(response.headers.get(name), value, `${name} of ${target}`);
        }
      }
    });

    test('pages say what they are and can be revalidated', async () => {
      const page = await get('/en/about/');
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(page.headers.get('cache-control'), 'no-cache');
      const again = await get('/en/about/', { headers: { 'if-none-match': page.headers.get('etag') } });
      assert.equal(again.status, 304);
      const manifest = await get('/site.webmanifest');
      assert.match(manifest.headers.get('content-type'), /^application\/manifest\+json/);
    });

    test('every redirect of _redirects is made', async () => {
      assert.equal(moves().length, 12 + 7);
      for (const [from, to, status] of moves()) {
        const response = await get(from);
        assert.deepEqual([response.status, response.headers.get('location')], [Number(status), to], from);
        // What the visitor brought along stays on the site.
        const brought = await get(from + QUERY);
        assert.equal(brought.headers.get('location'), to.startsWith('/') ? to + QUERY : to, from);
      }
    });

    test('known services are themselves, unknown ones show the audit page', async () => {
      for (const lang of languages) {
        const page = (id) => site.read(`${prefix[lang]}/services/${id}/index.html`.slice(1));
        for (const id of services) assert.equal(await (await get(`${prefix[lang]}/services/${id}/`)).text(), page(id));
        for (const unknown of ['x/', 'x', 'audit2/', 'a/b/']) {
          const response = await get(`${prefix[lang]}/services/${unknown}`);
          assert.deepEqual([response.status, await response.text()], [200, page('audit')], `${lang} ${unknown}`);
        }
      }
    });

    test('what is unknown is the not-found page with its status, in every language', async () => {
      const expected = site.read('404.html');
      for (const target of ['/nothing/', '/en/nothing', '/ru/blog/999999/', '/blog/x/', '/assets/none.css', '/_headers', '/_redirects']) {
        const response = await get(target);
        assert.deepEqual([response.status, await response.text()], [404, expected], target);
        assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
        assert.equal(response.headers.get('cache-control'), 'no-cache', `${target} must not be remembered as missing`);
      }
    });

    test('what is hidden by a dot is not served: a deployment that was cut off may have left pages there', async () => {
      const expected = site.read('404.html');
      const hidden = [
        'blog/7/.~tmp~/index.html',
        'services/.~tmp~/audit.html',
        'assets/.~tmp~/a.css',
        '.~tmp~/index.html',
        '.cms-deployment',
        '.well-known/.~tmp~/x.txt',
      ];
      const proof = '.well-known/acme-challenge/token';
      for (const file of [...hidden, proof]) {
        mkdirSync(path.dirname(path.join(site.dist, file)), { recursive: true });
        writeFileSync(path.join(site.dist, file), 'by mistake');
      }
      try {
        for (const target of [...hidden.map((file) => `/${file}`), '/blog/7/.~tmp~/', '/blog/7/%2E~tmp~/index.html', '/.~tmp~/']) {
          const response = await get(target);
          assert.deepEqual([response.status, await response.text()], [404, expected], target);
        }
        const response = await get(`/${proof}`);
        assert.deepEqual([response.status, await response.text()], [200, 'by mistake']);
      } finally {
        for (const file of [...hidden, proof]) rmSync(path.join(site.dist, file));
      }
    });

    test('an address without its slash leads to the one with it', async () => {
      for (const target of ['/about', '/en/blog', '/ru/services/audit']) {
        const response = await get(target + QUERY);
        assert.deepEqual([response.status, response.headers.get('location')], [301, `${target}/${QUERY}`]);
      }
    });

    test(
      'what lies packed beside a page is sent as it is, to whom can read it',
      { skip: !kind.sendsPacked && 'nothing is packed ahead there' },
      async () => {
        // As no program packs at its own will: unlike what nginx makes by itself.
        const form = gzipSync(site.bytes('en/about/index.html'), { level: 1, memLevel: 1 });
        const beside = path.join(site.dist, 'en/about/index.html.gz');
        writeFileSync(beside, form);
        try {
          const page = await packed('/en/about/', 'gzip, br');
          assert.equal(page.headers['content-encoding'], 'gzip');
          assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
          assert.equal(page.headers['cache-control'], 'no-cache');
          assert.equal(Buffer.compare(page.bytes, form), 0);
          const plain = await packed('/en/about/', 'identity');
          assert.equal(Buffer.compare(plain.bytes, site.bytes('en/about/index.html')), 0);
        } finally {
          rmSync(beside);
        }
      },
    );
  });
