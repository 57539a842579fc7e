import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** The file of a picture in a text, kept until it is stored, so that a reload loses no picture of an entry. */
export interface LocalPicture {
  id: string;
  blob: Blob;
  keptAt: number;
  /** Where the server keeps it, once it does: an entry may have been written just before. */
  url?: string;
}

interface Schema extends DBSchema {
  pictures: { key: string; value: LocalPicture };
}

/** A younger picture stays in any case: the entry that names it may not be written yet. */
const KEEP = 24 * 3600 * 1000;

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

/** Pictures that were stored under one of these addresses. */
export async function findStored(urls: ReadonlySet<string>): Promise<LocalPicture[]> {
  return (await (await open()).getAll('pictures')).filter(({ url }) => url !== undefined && urls.has(url));
}

/** Forgets pictures that no entry names any more, whether they were ever stored or not. */
export async function prunePictures(isNamed: (picture: LocalPicture) => boolean, now = Date.now()): Promise<void> {
  const db = await open();
  for (const picture of await db.getAll('pictures')) {
    if (now - picture.keptAt > KEEP && !isNamed(picture)) await db.delete('pictures', picture.id);
  }
}
