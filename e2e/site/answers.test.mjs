// What answers of the CMS say to browsers and caches, and what its log never says (docs/security.md).
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { credentials, startCms } from '../support/cms.mjs';
import { createPosts, postForm } from '../support/posts.mjs';

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const letter = {
  template_params: {
    from_name: 'Nigar Rəhimli',
    from_email: 'nigar@visitor.example',
    phone: '',
    subject: 'audit',
    message: 'What nobody else reads',
  },
};

let cms;
let pair;
let post;
before(async () => {
  cms = await startCms({ seed: false, env: { CMS_LOG: 'debug' } });
  pair = await (await signIn()).json();
  [post] = await createPosts(cms, 1, () => ({ content_az: `<p>a <img src="data:image/png;base64,${PICTURE}" alt="dot"></p>` }));
});
after(() => cms?.stop());

const json = (path, body) =>
  fetch(`${cms.url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const signIn = (change = {}) => json('/api/auth/token/', { ...credentials, ...change });
const headers = async (answer) => (await answer).headers;

test('tokens and refusals are kept by no cache', async () => {
  for (const [answer, status] of [
    [signIn(), 200],
    [signIn({ password: 'a wrong guess' }), 401],
    [fetch(`${cms.url}/api/nothing/`), 404],
  ]) {
    assert.equal((await answer).status, status);
    assert.equal((await headers(answer)).get('cache-control'), 'no-store');
  }
});

test('a preview runs nothing by itself and is kept by no cache', async () => {
  const answer = await fetch(`${cms.url}/api/blog/preview/`, {
    method: 'POST',
    body: postForm(1),
    headers: { authorization: `Bearer ${pair.access}` },
  });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.match(answer.headers.get('content-security-policy'), /\bsandbox\b/);
});

test('a picture opened by itself runs nothing', async () => {
  const [address] = post.content_az.match(/\/api\/blog\/images\/\d+\//);
  const answer = await fetch(`${cms.url}${address}`);
  assert.equal(answer.headers.get('content-type'), 'image/png');
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  assert.match(answer.headers.get('content-security-policy'), /default-src 'none'.*sandbox/);
});

test('the admin is framed by nobody and tells nobody where it is', async () => {
  const policy = await headers(fetch(`${cms.url}/admin`));
  for (const rule of ["default-src 'none'", "script-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"]) {
    assert.ok(policy.get('content-security-policy').includes(rule), rule);
  }
  assert.equal(policy.get('referrer-policy'), 'no-referrer');
});

test('a browser gets no leave to call for staff or to sign in from another origin', async () => {
  for (const path of ['/api/blog/posts/', '/api/blog/preview/', '/api/auth/token/']) {
    const answer = await fetch(`${cms.url}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    assert.equal(answer.headers.get('access-control-allow-origin'), null, path);
  }
});

test('TRACE is refused', async () => {
  for (const path of ['/', '/api/site/', '/admin']) {
    const status = await new Promise((resolve, reject) => {
      http
        .request(`${cms.url}${path}`, { method: 'TRACE' }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end();
    });
    assert.equal(status, 405, path);
  }
});

test('of repeated parts of a form the last one counts', async () => {
  const form = postForm(2);
  form.append('author', 'The last one');
  const answer = await fetch(`${cms.url}/api/blog/posts/`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${pair.access}` },
  });
  assert.equal((await answer.json()).author, 'The last one');
});

test('the log at its most talkative holds no password, no token and nothing of a message', async () => {
  await signIn({ password: 'a wrong guess' });
  assert.equal((await json('/api/contact/', letter)).status, 200);
  const renewed = await (await json('/api/auth/token/refresh/', { refresh: pair.refresh })).json();
  await json('/api/auth/logout/', { refresh: renewed.refresh });
  const log = cms.log();
  assert.match(log, /DEBUG/);
  const { from_name: name, from_email: email, message } = letter.template_params;
  const secrets = [credentials.password, 'a wrong guess', ...Object.values(pair), ...Object.values(renewed), name, email, message];
  for (const secret of secrets) assert.ok(!log.includes(secret), `the log holds ${secret}`);
});
