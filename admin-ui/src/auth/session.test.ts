import { ReadableStream } from 'node:stream/web';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authorisedCall, call, patienceFor, readJson, setTokenSource } from '../api/client';
import { FakeServer, json } from '../test/server';
import { soon } from '../test/soon';
import { sendingWords } from '../ui/unsaved';
import { freshToken, sessionTokens } from './refresh';
import { accessToken, clearSession, isSignedIn, storeTokens } from './session';
import { askToSignIn, signInRequest } from './sign-in-request';
import { signOut } from './sign-out';

const POSTS = '/api/blog/posts/';
const REFRESH = 'POST /api/auth/token/refresh/';

/** The API accepts `access` only; a renewal answers the pair numbered by `round`. */
function serverAccepting(access: string, server = new FakeServer()): FakeServer {
  return server
    .on('POST /api/blog/posts/', ({ headers }) =>
      headers.get('Authorization') === `Bearer ${access}` ? json({ id: 1 }, 201) : json({}, 401),
    )
    .on(REFRESH, () => json({ access: 'new', refresh: 'r2' }));
}

/** A call that was sent with `stale` waits for a renewal, whose answer is `held`; the server takes `accepted`. */
async function renewing(stale: string, accepted: string) {
  const server = serverAccepting(accepted).on('POST /api/auth/logout/', () => json(null, 204));
  const held = server.hold(REFRESH);
  storeTokens({ access: stale, refresh: 'r1' });
  const sent = authorisedCall(POSTS, { method: 'POST', form: new FormData() });
  await soon(() => expect(server.asked(REFRESH)).toHaveLength(1));
  return { server, held, sent };
}

beforeEach(() => setTokenSource(sessionTokens));

describe('the stored keys', () => {
  it('are those of the specification, and all go on logout, with the server told', async () => {
    const server = new FakeServer().on('POST /api/auth/logout/', () => json(null, 204));
    storeTokens({ access: 'a', refresh: 'r' });
    expect({ ...localStorage }).toEqual({ accessToken: 'a', refreshToken: 'r', isAuthenticated: 'true' });
    signOut();
    expect({ ...localStorage }).toEqual({});
    expect(isSignedIn()).toBe(false);
    expect(server.asked('POST /api/auth/logout/')[0]?.json).toEqual({ refresh: 'r' });
  });

  it('go on the next logout at once, though words of the session before still have no answer', async () => {
    sendingWords(new Promise(() => undefined));
    const server = new FakeServer().on('POST /api/auth/logout/', () => json(null, 204));
    for (const refresh of ['first', 'second']) {
      storeTokens({ access: 'a', refresh });
      signOut();
    }
    expect(server.asked('POST /api/auth/logout/').map((request) => request.json)).toEqual([{ refresh: 'second' }]);
  });
});

describe('an expired access token', () => {
  it('is renewed and the call repeated', async () => {
    const server = serverAccepting('new');
    storeTokens({ access: 'old', refresh: 'r1' });
    const answer = await authorisedCall(POSTS, { method: 'POST', form: new FormData() });
    expect(answer.status).toBe(201);
    expect({ ...localStorage }).toEqual({ accessToken: 'new', refreshToken: 'r2', isAuthenticated: 'true' });
    expect(server.asked(REFRESH)[0]?.json).toEqual({ refresh: 'r1' });
  });

  it('is renewed once for many calls', async () => {
    const server = serverAccepting('new');
    storeTokens({ access: 'old', refresh: 'r1' });
    await Promise.all([1, 2, 3].map(() => authorisedCall(POSTS, { method: 'POST', form: new FormData() })));
    expect(server.asked(REFRESH)).toHaveLength(1);
  });

  it('is not renewed again when another tab already did', async () => {
    const server = serverAccepting('other');
    storeTokens({ access: 'other', refresh: 'r9' });
    await expect(freshToken('old')).resolves.toBe('other');
    expect(server.asked(REFRESH)).toHaveLength(0);
  });

  describe('whose renewal is under way', () => {
    const pair = { access: 'new', refresh: 'r2' };
    const ANSWERS: [string, () => Response][] = [
      ['refused', () => json({}, 401)],
      ['answered', () => json(pair)],
    ];
    it.each([
      ['signed out', signOut, {}],
      [
        'signed in as somebody else',
        () => storeTokens({ access: 'b', refresh: 's1' }),
        { accessToken: 'b', refreshToken: 's1', isAuthenticated: 'true' },
      ],
    ])('does not come back for who has %s meanwhile', async (_, change, kept) => {
      const server = new FakeServer().on('POST /api/auth/logout/', () => json(null, 204));
      const held = server.hold(REFRESH);
      storeTokens({ access: 'old', refresh: 'r1' });
      const token = freshToken('old');
      await soon(() => expect(server.asked(REFRESH)).toHaveLength(1));
      change();
      held.answer(json(pair));
      await expect(token).rejects.toMatchObject({ kind: 'session', status: 401 });
      expect({ ...localStorage }).toEqual(kept);
      expect(server.asked('POST /api/auth/logout/').at(-1)?.json).toEqual({ refresh: 'r2' });
      clearSession();
    });

    describe('for a call of who signs out meanwhile', () => {
      const BY_ANOTHER = { access: 'b', refresh: 's1' };
      /** A call waits for the renewal when its user signs out. */
      async function leaving() {
        const { server, held, sent } = await renewing('old', 'new-b');
        const failed = expect(sent).rejects.toMatchObject({ kind: 'session' });
        signOut();
        return { server, held, failed };
      }
      afterEach(() => {
        signInRequest.dismissed();
        clearSession();
      });

      it.each(ANSWERS)('asks nobody else to sign in when it is %s', async (_, answer) => {
        const { held, failed } = await leaving();
        storeTokens(BY_ANOTHER);
        held.answer(answer());
        await failed;
        expect(signInRequest.isOpen()).toBe(false);
        expect(accessToken()).toBe('b');
      });

      it('does not wait for the next to sign in, and is not repeated as theirs', async () => {
        const { server, held, failed } = await leaving();
        held.answer(json({}, 401));
        await failed;
        storeTokens(BY_ANOTHER);
        expect(signInRequest.isOpen()).toBe(false);
        expect(server.asked('POST /api/blog/posts/')).toHaveLength(1);
      });

      it('waits with the form where words are kept under the dialog', async () => {
        const { held, failed } = await leaving();
        const asked = askToSignIn();
        held.answer(json({}, 401));
        await soon(() => expect(accessToken()).toBeNull());
        signInRequest.dismissed();
        await expect(asked).rejects.toMatchObject({ kind: 'session' });
        await failed;
      });

      it('is no renewal for who is there then: theirs is asked for by itself', async () => {
        const { server, held, failed } = await leaving();
        storeTokens(BY_ANOTHER);
        const token = freshToken('b');
        await soon(() => expect(server.asked(REFRESH)).toHaveLength(2));
        expect(server.asked(REFRESH)[1]?.json).toEqual({ refresh: 's1' });
        held.answer(json({}, 401));
        held.answer(json({ access: 'new-b', refresh: 's2' }));
        await expect(token).resolves.toBe('new-b');
        await failed;
      });
    });

    describe('for a call of who signs in anew in another tab meanwhile', () => {
      const tokenOf = (name: string, session: string) => `x.${btoa(JSON.stringify({ name, session }))}.x`;
      const [old, anew, others] = [tokenOf('leyla', 'first'), tokenOf('leyla', 'second'), tokenOf('orxan', 'third')];
      const repeated = (server: FakeServer) => server.asked('POST /api/blog/posts/').map(({ headers }) => headers.get('Authorization'));
      async function waiting() {
        const { server, held, sent } = await renewing(old, anew);
        return {
          server,
          held,
          ended: sent.then(
            ({ status }) => status,
            (error: { kind: string }) => error.kind,
          ),
        };
      }
      afterEach(() => {
        signInRequest.dismissed();
        clearSession();
      });

      it.each(ANSWERS)('is no end of their session when it is %s: the call is repeated with the new token', async (_, answer) => {
        const { server, held, ended } = await waiting();
        storeTokens({ access: anew, refresh: 's1' });
        held.answer(answer());
        expect(await ended).toBe(201);
        expect(repeated(server)).toEqual([`Bearer ${old}`, `Bearer ${anew}`]);
        expect(signInRequest.isOpen()).toBe(false);
        expect(accessToken()).toBe(anew);
      });

      it('is not repeated where that was somebody else', async () => {
        const { server, held, ended } = await waiting();
        storeTokens({ access: others, refresh: 's1' });
        held.answer(json({}, 401));
        expect(await ended).toBe('session');
        expect(repeated(server)).toEqual([`Bearer ${old}`]);
        expect(signInRequest.isOpen()).toBe(false);
      });

      it('is not repeated as somebody else’s either where they were there before the call was refused, whose own renewal goes on', async () => {
        const server = serverAccepting(anew);
        const held = server.hold('POST /api/blog/posts/');
        storeTokens({ access: old, refresh: 'r1' });
        const sent = authorisedCall(POSTS, { method: 'POST', form: new FormData() });
        const failed = expect(sent).rejects.toMatchObject({ kind: 'session' });
        await soon(() => expect(repeated(server)).toHaveLength(1));
        storeTokens({ access: others, refresh: 's1' });
        held.answer(json({}, 401));
        await failed;
        expect(repeated(server)).toEqual([`Bearer ${old}`]);
        expect(signInRequest.isOpen()).toBe(false);
        await expect(freshToken(others)).resolves.toBe('new');
      });
    });

    it('is kept where another tab has stored the same pair', async () => {
      const server = new FakeServer();
      const held = server.hold(REFRESH);
      storeTokens({ access: 'old', refresh: 'r1' });
      const token = freshToken('old');
      await soon(() => expect(server.asked(REFRESH)).toHaveLength(1));
      storeTokens({ access: 'theirs', refresh: 'r2' });
      held.answer(json(pair));
      await expect(token).resolves.toBe('new');
      clearSession();
    });
  });

  describe('while another tab has the lock', () => {
    let release: (free: null) => void;
    beforeEach(() => {
      const others = new Promise<null>((resolve) => (release = resolve));
      const request = (_name: string, ...rest: unknown[]) => {
        const work = rest.at(-1) as (lock: object | null) => unknown;
        return rest.length > 1 ? work(null) : others.then(() => work({}));
      };
      vi.stubGlobal('navigator', { ...navigator, locks: { request } });
      storeTokens({ access: 'old', refresh: 'r1' });
    });
    afterEach(() => vi.unstubAllGlobals());

    it('waits, and takes what that tab has stored, also where it is seen after the lock is free', async () => {
      const server = serverAccepting('other');
      const token = freshToken('old');
      release(null);
      await Promise.resolve();
      storeTokens({ access: 'other', refresh: 'r9' });
      dispatchEvent(new Event('storage'));
      await expect(token).resolves.toBe('other');
      expect(server.asked(REFRESH)).toHaveLength(0);
    });

    it('renews by itself where that tab got none', async () => {
      vi.useFakeTimers();
      const server = serverAccepting('new');
      const token = freshToken('old');
      release(null);
      await vi.advanceTimersByTimeAsync(999);
      expect(server.asked(REFRESH)).toHaveLength(0);
      await vi.advanceTimersByTimeAsync(1);
      vi.useRealTimers();
      await expect(token).resolves.toBe('new');
      expect(server.asked(REFRESH)).toHaveLength(1);
    });
  });

  it('holds the lock that tabs share while it is renewed', async () => {
    const request = vi.fn((_name: string, _options: object, work: (lock: object) => unknown) => work({}));
    vi.stubGlobal('navigator', { ...navigator, locks: { request } });
    serverAccepting('new');
    storeTokens({ access: 'old', refresh: 'r1' });
    await expect(freshToken('old')).resolves.toBe('new');
    vi.unstubAllGlobals();
    expect(request).toHaveBeenCalledOnce();
  });

  it('asks for a sign-in when the refresh token is refused, and goes on afterwards', async () => {
    serverAccepting('signed-in').on(REFRESH, () => json({}, 401));
    storeTokens({ access: 'old', refresh: 'dead' });
    const saved = authorisedCall(POSTS, { method: 'POST', form: new FormData() });
    await soon(() => expect(signInRequest.isOpen()).toBe(true));
    signInRequest.granted('signed-in');
    await expect(saved).resolves.toMatchObject({ status: 201 });
  });

  it('fails as a session problem when the sign-in is put off', async () => {
    serverAccepting('x').on(REFRESH, () => json({}, 401));
    storeTokens({ access: 'old', refresh: 'dead' });
    const saved = authorisedCall(POSTS, { method: 'POST', form: new FormData() });
    await soon(() => expect(signInRequest.isOpen()).toBe(true));
    signInRequest.dismissed();
    await expect(saved).rejects.toMatchObject({ kind: 'session' });
  });

  it('is kept when the server cannot be reached: no sign-in is asked for', async () => {
    const server = serverAccepting('new').on(REFRESH, () => json({}, 503));
    storeTokens({ access: 'old', refresh: 'r1' });
    await expect(authorisedCall(POSTS, { method: 'POST', form: new FormData() })).rejects.toMatchObject({ kind: 'server' });
    server.offline = true;
    await expect(authorisedCall(POSTS, { method: 'POST', form: new FormData() })).rejects.toMatchObject({ kind: 'offline' });
    expect(signInRequest.isOpen()).toBe(false);
    expect(accessToken()).toBe('old');
    clearSession();
  });
});

describe('a wanted sign-in', () => {
  it('is granted by one in another tab', async () => {
    serverAccepting('elsewhere').on(REFRESH, () => json({}, 401));
    storeTokens({ access: 'old', refresh: 'dead' });
    const saved = authorisedCall(POSTS, { method: 'POST', form: new FormData() });
    await soon(() => expect(signInRequest.isOpen()).toBe(true));
    localStorage.setItem('accessToken', 'elsewhere');
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
    await expect(saved).resolves.toMatchObject({ status: 201 });
    expect(signInRequest.isOpen()).toBe(false);
    clearSession();
  });
});

describe('a call', () => {
  it('is given up after its time, or when nobody waits any more', async () => {
    const server = new FakeServer();
    server.hold('GET /x');
    const limit = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal);
    const late = call('/x');
    limit.abort(new DOMException('late', 'TimeoutError'));
    await expect(late).rejects.toMatchObject({ kind: 'timeout', status: 0 });
    const stop = new AbortController();
    const stopped = call('/x', { signal: stop.signal });
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ kind: 'stopped' });
  });

  it('may take as long as its files need on a slow line', () => {
    const form = new FormData();
    form.append('title_az', 'Salam');
    expect(patienceFor(undefined)).toBe(30_000);
    expect(patienceFor(form)).toBeLessThan(31_000);
    form.append('image', new File([new Uint8Array(8 * 1024 * 1024)], 'a.png'));
    expect(patienceFor(form)).toBeGreaterThan(500_000);
  });

  it('that is cut off while its answer is read is no answer', async () => {
    const broken = new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) }) as BodyInit);
    await expect(readJson(broken)).rejects.toMatchObject({ kind: 'offline' });
    await expect(readJson(new Response('<html>'))).rejects.toMatchObject({ kind: 'server' });
  });
});

describe('a failed call', () => {
  it('tells status and kind, and leaves the body alone', async () => {
    const body = vi.fn();
    new FakeServer().on('GET /x', () => Object.assign(json({ title: 'secret' }, 500), { json: body, text: body }));
    await expect(call('/x')).rejects.toMatchObject({ kind: 'server', status: 500 });
    expect(body).not.toHaveBeenCalled();
  });
});
