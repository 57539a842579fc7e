/** Ids of the six categories (specification section 3), in the order they are shown. */
export const CATEGORIES = ['audit', 'valuation', 'tax-legal', 'consulting', 'accounting', 'hr'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Languages of every text; the first is the default and the fallback. */
export const LANGUAGES = ['az', 'en', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The three texts a post has in each language. */
export const TEXT_KINDS = ['title', 'excerpt', 'content'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

/** `title_az` … `content_ru`: the nine texts of a post, named as the API names them. */
export type TextField = `${TextKind}_${Language}`;
export type Texts = Record<TextField, string>;

/** All nine text fields, language by language. */
export const TEXT_FIELDS: readonly TextField[] = LANGUAGES.flatMap((language) =>
  TEXT_KINDS.map((kind): TextField => `${kind}_${language}`),
);

/** What every answer about a post says, with or without its contents. */
interface PostFacts {
  id: number;
  category: Category;
  featured: boolean;
  trending: boolean;
  author: string;
  date: string;
  image_id: number | null;
  image: string | null;
}

/** A post as `GET /api/blog/posts/{id}/` answers it. */
export type Post = PostFacts & Texts;

/** A post in the list: the contents may be left out, then `empty` names the texts that are empty. */
export type ListedPost = PostFacts & Partial<Texts> & { empty?: TextField[] };

/** An answer together with the version it describes. */
export interface Versioned<T> {
  value: T;
  etag: string | null;
}
