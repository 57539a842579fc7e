import { useEffect, useRef, useState } from 'react';
import { requestTokens, revokeTokens } from '../api/auth';
import { ApiError, problemOf as kindOfProblem } from '../api/errors';
import type { TextKey } from '../i18n/translate';
import { storeTokens } from './session';

/** What is said below the form; `besides`, where the password may be right, behind the sentence for a refusal; `empty` is the field in which nothing is. */
export interface LoginProblem {
  text: TextKey;
  besides?: boolean;
  empty?: 'username' | 'password' | 'code';
}

/** Too many attempts, a server from which what stands before it got no answer, and a disk without room. */
const BESIDES: Readonly<Record<number, TextKey>> = {
  429: 'login.throttled',
  502: 'login.unreachable',
  503: 'login.unreachable',
  504: 'login.unreachable',
  507: 'login.full',
};

interface Credentials {
  username: string;
  password: string;
}

/** A refusal of any kind is a wrong name or password, as the specification has it; no answer is the network. */
export function problemOf(error: unknown): LoginProblem {
  if (!(error instanceof ApiError) || error.kind === 'offline' || error.kind === 'timeout') return { text: 'login.unreachable' };
  if (kindOfProblem(error) === 'second-step-wrong') return { text: 'signInCode.wrongCode' };
  const text = BESIDES[error.status];
  return text ? { text, besides: true } : { text: 'login.refused' };
}

/** Signs in once at a time; `done` gets the access token. `asked` is whom a code is asked for: their name and password were right. */
export function useLogin(done: (access: string) => void) {
  const [submitting, setSubmitting] = useState(false);
  const [problem, setProblem] = useState<LoginProblem | null>(null);
  const [asked, setAsked] = useState<Credentials | null>(null);
  /** The request whose answer counts. */
  const running = useRef<object | null>(null);
  // Whoever has closed the dialog has given up.
  useEffect(
    () => () => {
      running.current = null;
    },
    [],
  );

  async function send(given: Credentials, code?: string): Promise<void> {
    const mine = {};
    running.current = mine;
    setSubmitting(true);
    setProblem(null);
    try {
      const pair = await requestTokens(given.username, given.password, code);
      if (running.current !== mine) {
        // Somebody went back meanwhile: they are not to be signed in behind their own back.
        await revokeTokens(pair.refresh).catch(() => undefined);
        return;
      }
      storeTokens(pair);
      done(pair.access);
    } catch (error) {
      if (running.current !== mine) return;
      const found = problemOf(error);
      if (kindOfProblem(error) === 'second-step-required') setAsked(given);
      else setProblem(found);
      // The password was changed meanwhile.
      if (found.text === 'login.refused' && code !== undefined) setAsked(null);
    } finally {
      if (running.current === mine) {
        running.current = null;
        setSubmitting(false);
      }
    }
  }

  async function submit(username: string, password: string): Promise<void> {
    if (running.current) return;
    const name = username.trim();
    if (!name || !password) setProblem({ text: 'login.required', empty: name ? 'password' : 'username' });
    else await send({ username: name, password });
  }

  async function submitCode(code: string): Promise<void> {
    if (running.current || !asked) return;
    if (code.trim() === '') setProblem({ text: 'signInCode.codeRequired', empty: 'code' });
    else await send(asked, code.trim());
  }

  /** To the name and the password, which are still there. */
  function back() {
    running.current = null;
    setSubmitting(false);
    setProblem(null);
    setAsked(null);
  }

  /** There is something in it now. */
  function typed() {
    if (problem?.empty) setProblem(null);
  }

  return { submit, submitCode, back, typed, submitting, problem, asked: asked?.username ?? null };
}
