import type { Message } from '../api/types';

/** What was read of a message at some time; what is newer stays. */
export function newer(one: Message, read: Message): Message {
  return read.version > one.version ? read : { ...one, read: one.read || read.read };
}
