import type { components } from './schema';

type Schemas = components['schemas'];

/** Ids of the six categories of the specification (section 3), in the order they are shown; a firm may have others. */
export const CATEGORIES = ['audit', 'valuation', 'tax-legal', 'consulting', 'accounting', 'hr'] as const satisfies readonly Category[];
export type Category = Schemas['Category'];
export type CategoryName = Schemas['CategoryName'];

/** The languages of the specification, in whose titles a post begins; the first is the default and the fallback. A site may lack others. */
export const USUAL = ['az', 'en', 'ru'] as const;
export type Language = (typeof USUAL)[number];

/** What the page says of a site that is not as in the specification. */
const SAID = document.documentElement.dataset;

/** What a new post is about. */
export const DEFAULT_CATEGORY: Category = SAID['category'] ?? 'audit';

/**
 * Languages of every text, which are those of the site; the server names Azerbaijani always, and the specified ones in front. What
 * the API says of one of the others has the names that it has for the three, with another code: their types describe it, and in this
 * file alone it is called one of them.
 */
export const LANGUAGES = (SAID['languages']?.split(' ') ?? USUAL) as readonly Language[];

/** Whether these are the languages of the specification. A site without English may have as many. */
export const ARE_USUAL = LANGUAGES.length === USUAL.length && LANGUAGES.every((language) => USUAL.includes(language));

/** The three texts a post has in each language. */
export const TEXT_KINDS = ['title', 'excerpt', 'content'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

/** `title_az` … `content_ru`: the texts of a post, nine for three languages, named as the API names them. */
export type TextField = `${TextKind}_${Language}`;
export type Texts = Record<TextField, string>;

/** All text fields, language by language. */
export const TEXT_FIELDS: readonly TextField[] = LANGUAGES.flatMap((language) =>
  TEXT_KINDS.map((kind): TextField => `${kind}_${language}`),
);

/** What a post is called: its first title that is there. */
export function firstTitle(texts: Readonly<Partial<Record<TextField, string>>>): string {
  return LANGUAGES.map((language) => texts[`title_${language}`] ?? '').find((title) => title.trim() !== '') ?? '';
}

/** What search engines and networks are told instead of title and excerpt, where there is something; and the words of the address. */
export const META_KINDS = ['meta_title', 'meta_description', 'slug'] as const;
export type MetaKind = (typeof META_KINDS)[number];

/** `meta_title_az` … `slug_ru`: not among these texts, as no reader misses one of them. */
export type MetaField = `${MetaKind}_${Language}`;
export type MetaTexts = Schemas['MetaFields'];

/** Those of one language. */
export function metaFieldsOf(language: Language): MetaField[] {
  return META_KINDS.map((kind): MetaField => `${kind}_${language}`);
}

export const META_FIELDS: readonly MetaField[] = LANGUAGES.flatMap(metaFieldsOf);

/** These texts of anything that may have them; what an earlier version of this page kept says nothing of them. */
export function metaOf(some: Partial<MetaTexts>): MetaTexts {
  return Object.fromEntries(META_FIELDS.map((field) => [field, some[field] ?? ''])) as unknown as MetaTexts;
}

/** All texts of anything that may have them; what a page of before the site had a language kept says nothing of that. */
export function allTextsOf(some: Partial<Texts>): Texts {
  return Object.fromEntries(TEXT_FIELDS.map((field) => [field, some[field] ?? ''])) as Texts;
}

/** A post as `GET /api/blog/posts/{id}/` answers it. */
export type Post = Schemas['Post'];

/** The same with what search engines and networks are told, which the specified answers leave out. */
export type WholePost = Post & MetaTexts;

/** A post in the list: from a summary, which names its empty texts, or whole, as a save answers it, which says nothing of its life. */
export type ListedPost = (Post | Schemas['PostSummary']) & Partial<Life>;

/** Where one language of a post stands. */
export type LanguageLife = Schemas['Language'];

/** Where a post stands between its first word and the trash. */
export type Life = Schemas['StaffFields'];

/** The working copy of a post; where there is none (`exists`), the published post. */
export type Draft = Schemas['Draft'];

/** One state of a post that is kept for good, or for a day if nobody asked for it. */
export type Revision = Schemas['RevisionJson'];
export type RevisionWhole = Schemas['RevisionWhole'];

/** What is kept of a post that was deleted. */
export type TrashedPost = Schemas['Trashed'];

/** The words of the source when the translation was declared right, and now. */
export type SourceChange = Schemas['Translated'] & { source_language: Language };

/** A post whose texts link to another one. */
export type LinkingPost = Schemas['Linking'];

/** What somebody asks for a post, and what waits of it. */
export type Approval = Schemas['ApprovalJson'] & { languages: Language[] };
export type WaitingApproval = Schemas['WaitingJson'] & { languages: Language[] };

/** A token for scripts; its secret comes once, when it is made. */
export type ApiToken = Schemas['TokenJson'];
export type TokenSecret = Schemas['TokenSecret'];

/** Who is told of publications, and what of it is known; the secret comes once, when it is added. */
export type Webhook = Schemas['WebhookJson'];
export type WebhookSecret = Schemas['WebhookSecret'];
export type Delivery = Schemas['DeliveryJson'];

/** What became of one of several posts. */
export type Outcome = Schemas['Outcome'];

/** A picture that was uploaded for a text. */
export type StoredPicture = Schemas['Media'];
/** A picture of the library, and what may be changed of it. */
export type LibraryPicture = Schemas['LibraryPicture'];
export type MediaChange = Schemas['MediaChange'];
export type MediaUse = Schemas['MediaUse'];

/** Access and refresh token, as a sign-in or a renewal answers them. */
export type TokenPair = Schemas['TokenPair'];

/** What is saved, what is live, and why not if it is not. */
export type SiteStatus = Schemas['Status'];
export type Releases = Schemas['ReleasesJson'];
export type Release = Schemas['ReleaseJson'];
export type Trouble = Schemas['Trouble'];

/** A created post; `replayed` when an earlier request with the same key had created it already. */
export interface Created extends Versioned<Post> {
  replayed: boolean;
}

/** An answer together with the version it describes. */
export interface Versioned<T> {
  value: T;
  etag: string | null;
}

/** What a member of staff may do, from the least to the most. */
export const ROLES = ['author', 'editor', 'owner'] as const satisfies readonly Role[];
export type Role = Schemas['Role'];

export type Me = Schemas['Me'];
export type User = Schemas['User'];
export type Invitation = Schemas['InvitationJson'];
export type InvitationLink = Schemas['InvitationLink'];
export type Invited = Schemas['Invited'];
export type SecondStep = Schemas['SecondStepJson'];
export type SharedSecret = Schemas['SharedSecret'];
export type RecoveryCodes = Schemas['RecoveryCodes'];
export type OwnSession = Schemas['SessionJson'];

/** A message of the contact form, and what staff say of it. */
export type Message = Schemas['Message'];
export type MessageState = Schemas['MessageState'];
export type MessageCounts = Schemas['MessageCounts'];
export type Assignee = Schemas['Assignee'];

/** What somebody did. */
export type AuditEntry = Schemas['AuditEntry'];
export type AuditKind = Schemas['AuditKind'];
