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
  // An answer may come when something else is looked at by now.
  const change = (id: number, how: (one: Message) => Message[]) =>
    setAll((now) =>
      now.key === key && now.messages.some((one) => one.id === id)
        ? { key, messages: now.messages.flatMap((one) => (one.id === id ? how(one) : [one])) }
        : now,
    );
  return {
    shown: strayed.length > 0 ? [...(listed ?? []), ...strayed].toSorted((a, b) => b.id - a.id) : (listed ?? []),
    strayed,
    open: (message: Message) =>
      setAll((now) => ({ key, messages: [...(now.key === key ? now.messages : []).filter(({ id }) => id !== message.id), message] })),
    close: (id: number) => change(id, () => []),
    /** One deletes them: nobody goes on with them. */
    closeAll: (ids: ReadonlySet<number>) =>
      setAll((now) => (now.key === key ? { key, messages: now.messages.filter(({ id }) => !ids.has(id)) } : now)),
    /** One has changed it. */
    put: (message: Message) => change(message.id, () => [message]),
    /** It was read. */
    freshen: (message: Message) => change(message.id, (one) => [newer(one, message)]),
  };
}
