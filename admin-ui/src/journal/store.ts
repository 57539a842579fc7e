import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { ownName } from '../api/client';
import { allTextsOf, metaOf } from '../api/types';
import { everyLanguage } from '../form/every-language';
import type { PostFields } from '../form/fields';
import type { Attempt, Base, Content, FormState } from '../form/state';
import { forgetLastWords, keepLastWords, lastWords, sittingsWithLastWords } from './last-words';

/** An unsaved text as it is journalled: one per form sitting, so that two tabs never overwrite each other. */
export interface Entry extends Content {
  sitting: string;
  savedAt: number;
  base: Base | null;
  attempt: Attempt | null;
  draftsSent?: readonly PostFields[];
  /** Who was signed in: others use this browser, too. `null`, and missing in entries of earlier versions, where nobody knows. */
  by?: string | null;
}

/** Whoever was signed in last: a text is also kept when its page goes because the session has ended. */
let writer: string | null = null;

export function entryOf({ sitting, base, fields, image, imageRemoved, attempt, draftsSent = [] }: FormState): Entry {
  writer = ownName() ?? writer;
  return { sitting, base, fields, image, imageRemoved, attempt, draftsSent, by: writer, savedAt: Date.now() };
}

type Files = readonly (File | null)[];

/** An entry without its files. What came later than the first entries is optional, and what was renamed since keeps its name here. */
interface Stored {
  /** The sitting. */
  session: string;
  savedAt: number;
  base: Base | null;
  fields: PostFields;
  /** Only in entries of earlier versions. */
  image?: File | null;
  imageRemoved?: boolean;
  attempt?: StoredAttempt | EarlierAttempt | null;
  draftsSent?: readonly PostFields[];
  by?: string | null;
}

interface StoredAttempt {
  key: string | null;
  sent: Omit<Content, 'image'>[];
}

/** Attempts of earlier versions held what was sent first. */
interface EarlierAttempt extends Omit<Content, 'imageRemoved'> {
  key: string;
}

interface EntriesSchema extends DBSchema {
  drafts: { key: string; value: Stored };
}

/**
 * Files, the form's first and then those of the attempts, are written when they change and not with every word. They have
 * a database of their own: another version of the texts' one would wait for tabs that still have it open.
 */
interface FilesSchema extends DBSchema {
  files: { key: string; value: Files };
}

// The names in the browser are of an earlier time, and stay so that nothing kept is lost.
const texts = connection<EntriesSchema>('blog-admin', (db) => void db.createObjectStore('drafts', { keyPath: 'session' }));
const files = connection<FilesSchema>('blog-admin-files', (db) => void db.createObjectStore('files'));

/** Opens a database when it is first used, and again when it was closed. */
function connection<S extends DBSchema>(name: string, create: (db: IDBPDatabase<S>) => void): () => Promise<IDBPDatabase<S>> {
  let database: Promise<IDBPDatabase<S>> | null = null;
  const forget = () => (database = null);
  return () => {
    database ??= openDB<S>(name, 1, { upgrade: create, terminated: forget }).catch((error: unknown) => {
      forget();
      throw error;
    });
    return database;
  };
}

/** The files as they are stored for each sitting; the same ones need not be written again. */
const written = new Map<string, Files>();

export async function writeEntry(entry: Entry): Promise<void> {
  const images = entry.attempt?.sent.map((content) => content.image) ?? [];
  await Promise.all([writeTexts(textsOf(entry)), writeFiles(entry.sitting, [entry.image, ...images])]);
}

/** The page goes, and may be gone before the database hears of it. */
export function writeLastEntry(entry: Entry): Promise<void> {
  keepLastWords(entry.sitting, textsOf(entry));
  return writeEntry(entry);
}

function textsOf({ sitting, image: _, attempt, ...entry }: Entry): Stored {
  const sent = attempt?.sent.map(({ fields, imageRemoved }) => ({ fields, imageRemoved })) ?? [];
  return { ...entry, session: sitting, attempt: attempt && { key: attempt.key, sent } };
}

async function writeTexts(entry: Stored): Promise<void> {
  const transaction = (await texts()).transaction('drafts', 'readwrite');
  await committed(transaction, transaction.store.put(entry));
  forgetLastWords(entry.session);
}

/** What a page left when it went is the newest of its sitting: the database takes it over with the next words. */
function lastTexts(sitting: string): Stored | null {
  const words = lastWords(sitting) as Stored | null;
  return words?.session === sitting && words.fields ? words : null;
}

async function writeFiles(sitting: string, kept: Files): Promise<void> {
  const before = written.get(sitting) ?? [null];
  if (kept.length === before.length && kept.every((file, at) => file === before[at])) return;
  const transaction = (await files()).transaction('files', 'readwrite');
  await committed(transaction, transaction.store.put(kept, sitting));
  written.set(sitting, kept);
}

/** Not left to the browser to commit after the turn, which a page that is being closed does not live to see. */
async function committed(transaction: { commit: () => void; done: Promise<void> }, stored: Promise<unknown>): Promise<void> {
  transaction.commit();
  await Promise.all([stored, transaction.done]);
}

export async function removeEntry(sitting: string): Promise<void> {
  forgetLastWords(sitting);
  await (await texts()).delete('drafts', sitting);
  await (await files()).delete('files', sitting);
  written.delete(sitting);
}

/** One entry as it is now. */
export async function readEntry(sitting: string): Promise<Entry | null> {
  const stored = lastTexts(sitting) ?? (await (await texts()).get('drafts', sitting));
  return stored ? withFiles(stored) : null;
}

/** All entries, the latest first. */
export async function readEntries(): Promise<Entry[]> {
  const kept = await (await texts()).getAll('drafts');
  const last = sittingsWithLastWords().flatMap((sitting) => lastTexts(sitting) ?? []);
  const lastOf = ({ session }: Stored) => last.find((words) => words.session === session);
  // The database has heard of them after all: this storage is small.
  for (const one of kept) if (lastOf(one)?.savedAt === one.savedAt) forgetLastWords(one.session);
  const all = await Promise.all([...last, ...kept.filter((one) => !lastOf(one))].map(withFiles));
  return all.sort((a, b) => b.savedAt - a.savedAt);
}

async function withFiles({ session, ...stored }: Stored): Promise<Entry> {
  const kept = (await (await files()).get('files', session)) ?? [stored.image ?? null];
  written.set(session, kept);
  const [image = null, ...sentImages] = kept;
  const { base, draftsSent } = stored;
  return {
    ...stored,
    sitting: session,
    base: base && {
      ...base,
      fields: complete(base.fields),
      ...(base.life && { life: { ...base.life, languages: everyLanguage(base.life.languages) } }),
    },
    fields: complete(stored.fields),
    image,
    imageRemoved: stored.imageRemoved ?? false,
    attempt: attemptOf(stored.attempt, sentImages),
    ...(draftsSent && { draftsSent: draftsSent.map(complete) }),
  };
}

function attemptOf(attempt: Stored['attempt'], images: Files): Attempt | null {
  if (!attempt) return null;
  if ('fields' in attempt)
    return { key: attempt.key, sent: [{ fields: complete(attempt.fields), image: attempt.image, imageRemoved: false }] };
  return {
    key: attempt.key,
    sent: attempt.sent.map((content, at) => ({ ...content, fields: complete(content.fields), image: images[at] ?? null })),
  };
}

/** Entries of earlier versions have no word for search engines, those of before the site had a language none in that. What they say of others stays. */
function complete(fields: PostFields): PostFields {
  return { ...fields, ...allTextsOf(fields), ...metaOf(fields) };
}
