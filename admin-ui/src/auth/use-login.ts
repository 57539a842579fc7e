import { useRef, useState } from 'react';
import { requestTokens } from '../api/auth';
import { ApiError } from '../api/errors';
import { storeTokens } from './session';

/** Key of the message below the form. */
export type LoginProblem = 'required' | 'refused' | 'unreachable' | 'throttled';

/** A refusal of any kind is a wrong name or password, except being asked to slow down; no answer is the network. */
export function problemOf(error: unknown): LoginProblem {
  if (!(error instanceof ApiError) || error.kind === 'offline' || error.kind === 'timeout') return 'unreachable';
  return error.status === 429 ? 'throttled' : 'refused';
}

/** Signs in once at a time; `done` gets the access token. */
export function useLogin(done: (access: string) => void) {
  const [submitting, setSubmitting] = useState(false);
  const [problem, setProblem] = useState<LoginProblem | null>(null);
  const running = useRef(false);

  async function submit(username: string, password: string): Promise<void> {
    if (running.current) return;
    if (username.trim() === '' || password === '') {
      setProblem('required');
      return;
    }
    running.current = true;
    setSubmitting(true);
    setProblem(null);
    try {
      const pair = await requestTokens(username.trim(), password);
      storeTokens(pair);
      done(pair.access);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      running.current = false;
      setSubmitting(false);
    }
  }

  return { submit, submitting, problem };
}
