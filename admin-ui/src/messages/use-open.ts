import { useState } from 'react';
import type { Message } from '../api/types';
import { newer } from './newer';

/**
 * Messages whose words are shown. They stay where they are when a colleague takes them from the folder: whoever reads them, or
 * writes a note, goes on. `key` says what is looked at; with something else nothing is open.
 */
export function useOpen(key: string, listed: readonly Message[] | undefined) {
  const [all, setAll] = useState<{ key: string; messages: readonly Message[] }>({ key, messages: [] });
  const open = all.key === key ? all.messages : [];
  const strayed = listed ? open.filter(({ id }) => !listed.some((one) => one.id === id)) : [];
  const change = (how: (messages: readonly Message[]) => readonly Message[]) => setAll((now) => ({ key, messages: how(now.key === key ? now.messages : []) }));
  const close = (id: number) => change((messages) => messages.filter((one) => one.id !== id));
  return {
    shown: strayed.length > 0 ? [...(listed ?? []), ...strayed].toSorted((a, b) => b.id - a.id) : (listed ?? []),
    strayed,
    open: (message: Message) => change((messages) => [...messages.filter(({ id }) => id !== message.id), message]),
    close,
    /** One has changed it. */
    put: (message: Message) => change((messages) => messages.map((one) => (one.id === message.id ? message : one))),
    /** It was read. */
    freshen: (message: Message) => change((messages) => messages.map((one) => (one.id === message.id ? newer(one, message) : one))),
  };
}
