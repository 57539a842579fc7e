import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** The file of a picture in a text, kept until it is stored, so that a reload loses no picture of a draft. */
export interface LocalPicture {
  id: string;
  blob: Blob;
  keptAt: number;
  /** Where the server keeps it, once it does: a draft may have been written just before. */
  url?: string;
}

interface Schema extends DBSchema {
  pictures: { key: string; value: LocalPicture };
}

/** Drafts older than this lose the pictures that were stored; the server collects those no saved text uses. */
const KEEP_STORED = 30 * 24 * 3600 * 1000;

let database: Promise<IDBPDatabase<Schema>> | null = null;

function open(): Promise<IDBPDatabase<Schema>> {
  database ??= openDB<Schema>('blog-pictures', 1, {
    upgrade: (db) => void db.createObjectStore('pictures', { keyPath: 'id' }),
    terminated: () => {
      database = null;
    },
  }).catch((error: unknown) => {
    database = null;
    throw error;
  });
  return database;
}

/** Keeps a picture; where the browser refuses, it lives in memory only. */
export async function keepPicture(picture: LocalPicture): Promise<void> {
  await (await open()).put('pictures', picture);
}

export async function findPicture(id: string): Promise<LocalPicture | undefined> {
  return (await open()).get('pictures', id);
}

/** Forgets pictures that were stored long ago. */
export async function prunePictures(now = Date.now()): Promise<void> {
  const db = await open();
  for (const { id, url, keptAt } of await db.getAll('pictures')) {
    if (url !== undefined && now - keptAt > KEEP_STORED) await db.delete('pictures', id);
  }
}
