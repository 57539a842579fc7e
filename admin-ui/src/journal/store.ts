import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Attempt, Base, FormState } from '../posts/form-state';
import type { PostFields } from '../posts/fields';

/** An unsaved text as it is journalled: one per form session, so that two tabs never overwrite each other. */
export interface Draft {
  session: string;
  savedAt: number;
  base: Base | null;
  fields: PostFields;
  image: File | null;
  /** Drafts written before there were attempts have none. */
  attempt?: Attempt | null;
}

export function draftOf({ session, base, fields, image, attempt }: FormState): Draft {
  return { session, base, fields, image, attempt, savedAt: Date.now() };
}

interface Schema extends DBSchema {
  drafts: { key: string; value: Draft };
}

let database: Promise<IDBPDatabase<Schema>> | null = null;

function open(): Promise<IDBPDatabase<Schema>> {
  database ??= openDB<Schema>('blog-admin', 1, {
    upgrade: (db) => void db.createObjectStore('drafts', { keyPath: 'session' }),
    terminated: () => {
      database = null;
    },
  }).catch((error: unknown) => {
    database = null;
    throw error;
  });
  return database;
}

export async function writeDraft(draft: Draft): Promise<void> {
  await (await open()).put('drafts', draft);
}

export async function removeDraft(session: string): Promise<void> {
  await (await open()).delete('drafts', session);
}

/** All drafts, the latest first. */
export async function readDrafts(): Promise<Draft[]> {
  const drafts = await (await open()).getAll('drafts');
  return drafts.sort((a, b) => b.savedAt - a.savedAt);
}
