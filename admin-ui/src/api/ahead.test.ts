import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionTokens } from '../auth/refresh';
import { storeTokens } from '../auth/session';
import { detectLanguage } from '../i18n/detect';
import { FakeServer, json } from '../test/server';
import { setTokenSource } from './client';
import { readMe } from './people';
import { listPosts } from './posts';
import { getSiteStatus } from './site';

const ARRIVAL = readFileSync('public/arrival.js', 'utf8');
const LIST = 'GET /api/blog/posts/?state=all&fields=summary';
const NAMES = ['admin-AAAAAA.js', 'admin-BBBBBB.css', 'posts-page-AAAAAA.js', 'common-AA_-AA.js', 'desk-AAAAAA.js', 'desk-BBBBBB.css'];
const WORDS = ['az', 'en', 'ru'].flatMap((code) => [`${code}-AAAAAA.js`, `${code}-desk-AAAAAA.js`]);

/** As the built page has it at the top of its head. */
function arrive(path = '/admin') {
  history.replaceState(null, '', path);
  const script = document.createElement('script');
  script.dataset['files'] = [...NAMES, ...WORDS].join(' ');
  script.src = '/admin/assets/first-AAAAAA.js';
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  new Function(ARRIVAL)();
}

const links = () => [...document.head.querySelectorAll<HTMLLinkElement>('link')];
const sentFor = () => links().map((link) => link.getAttribute('href')?.replace('/admin/assets/', ''));
const posts = () =>
  new FakeServer()
    .on(LIST, ({ headers }) => json([{ id: headers.get('Authorization') === 'Bearer new' ? 2 : 1 }]))
    .on('GET /api/users/me/', () => json({ username: 'a' }));

beforeEach(() => {
  setTokenSource(sessionTokens);
  storeTokens({ access: 'a', refresh: 'r' });
  // The page has just begun, however long the tests run.
  vi.spyOn(performance, 'now').mockReturnValue(1);
});
afterEach(() => {
  for (const link of links()) link.remove();
  delete window.askedAhead;
  vi.useRealTimers();
});

describe('what is asked before the program is here', () => {
  it('is what the program asks first, and is asked once', async () => {
    const server = posts();
    arrive();
    expect(server.seen.map(({ path, headers }) => [path, headers.get('Authorization')])).toEqual([
      ['/api/site/', null],
      ['/api/blog/posts/?state=all&fields=summary', 'Bearer a'],
      ['/api/users/me/', 'Bearer a'],
    ]);
    expect((await listPosts())[0]?.id).toBe(1);
    await getSiteStatus();
    await readMe();
    expect(server.seen).toHaveLength(3);
    await listPosts();
    expect(server.asked(LIST)).toHaveLength(2);
  });

  it('is nothing where nobody is signed in, and on another screen', () => {
    const server = posts();
    arrive('/admin/people');
    localStorage.clear();
    arrive('/login');
    expect(server.seen).toEqual([]);
  });

  it('is nobody else’s: with another token it is asked again', async () => {
    const server = posts();
    arrive();
    storeTokens({ access: 'new', refresh: 'r2' });
    expect((await listPosts())[0]?.id).toBe(2);
    expect(server.asked(LIST)).toHaveLength(2);
  });

  it('is of the first view alone: an old answer is asked for again, and so is one that could be stopped', async () => {
    const server = posts();
    arrive();
    await listPosts(new AbortController().signal);
    expect(server.asked(LIST)).toHaveLength(2);
    vi.spyOn(performance, 'now').mockReturnValue(30_001);
    await listPosts();
    expect(server.asked(LIST)).toHaveLength(3);
  });

  it('renews a token that was refused once, and by the program', async () => {
    const refused = ({ headers }: { headers: Headers }) => (headers.get('Authorization') === 'Bearer new' ? json([]) : json({}, 401));
    const server = posts().on(LIST, refused).on('GET /api/users/me/', refused);
    server.on('POST /api/auth/token/refresh/', () => json({ access: 'new', refresh: 'r2' }));
    arrive();
    await Promise.all([listPosts(), readMe()]);
    expect(server.asked('POST /api/auth/token/refresh/')).toHaveLength(1);
    expect(server.asked(LIST)).toHaveLength(2);
  });

  it('fails as the call itself would, and can be asked again', async () => {
    const server = posts();
    server.offline = true;
    arrive();
    await expect(listPosts()).rejects.toMatchObject({ kind: 'offline' });
    server.offline = false;
    expect(await listPosts()).toHaveLength(1);
  });
});

describe('the files that are sent for before the program is here', () => {
  it('are those of the posts, and behind the screen those of their form', () => {
    posts();
    localStorage.setItem('i18nextLng', 'ru');
    arrive();
    const first = ['ru-AAAAAA.js', 'admin-AAAAAA.js', 'admin-BBBBBB.css', 'posts-page-AAAAAA.js'];
    expect(sentFor()).toEqual(first);
    expect(links().map(({ rel }) => rel)).toEqual(['modulepreload', 'modulepreload', 'preload', 'modulepreload']);
    links().at(-1)?.dispatchEvent(new Event('load'));
    expect(sentFor()).toEqual([...first, 'common-AA_-AA.js', 'desk-AAAAAA.js', 'desk-BBBBBB.css', 'ru-desk-AAAAAA.js']);
  });

  it('are of another screen what stands around it, and to sign in the words', () => {
    posts();
    arrive('/admin/people');
    expect(sentFor()).toEqual(['en-AAAAAA.js', 'admin-AAAAAA.js', 'admin-BBBBBB.css']);
    for (const link of links()) link.remove();
    localStorage.clear();
    arrive('/login');
    expect(sentFor()).toEqual(['en-AAAAAA.js']);
  });

  it.each([
    [null, ['ru-RU', 'en']],
    ['az', ['ru']],
    ['de', ['fr', 'EN-gb']],
    [null, ['fr']],
  ] as const)('have the words of the language that is shown: %s, %j', (stored, browser) => {
    localStorage.clear();
    if (stored) localStorage.setItem('i18nextLng', stored);
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(browser);
    arrive('/login');
    expect(sentFor()).toEqual([`${detectLanguage(stored, browser)}-AAAAAA.js`]);
  });
});
