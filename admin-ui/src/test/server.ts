import { vi } from 'vitest';
import { type Draft, type Language, LANGUAGES, type LanguageLife, USUAL, type WholePost } from '../api/types';
import { fieldsIn } from '../form/fields';

/** A request as the tests look at it. */
export interface Seen {
  method: string;
  path: string;
  headers: Headers;
  form: Record<string, string | File>;
  json: unknown;
  /** It is sent even if the page goes. */
  keepalive: boolean;
}

type Answer = Response | Promise<Response>;
type Handler = (request: Seen) => Answer;

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(body === null ? null : JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
}

/** Answers that wait for the test. */
interface Held {
  answer: (response: Response) => void;
  /** The connection breaks: no answer comes. */
  lose: () => void;
}

const SITE = { revision: 1, published_revision: 1, last_build: { rendered: 9, ms: 38 }, last_error: null, sequence: 1 };

/** Stands in for the CMS: routes by `METHOD path`, remembers what was asked; `offline` refuses everything. */
export class FakeServer {
  readonly seen: Seen[] = [];
  offline = false;
  private readonly routes = new Map<string, Handler>([
    ['GET /api/site/', () => json(SITE)],
    ['GET /api/blog/categories/', () => json([])],
  ]);

  constructor() {
    vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => this.answer(path, init));
  }

  on(route: string, handler: Handler): this {
    this.routes.set(route, handler);
    return this;
  }

  /** Keeps the answers to this route back; each request is answered by hand, in their order. */
  hold(route: string): Held {
    const waiting: ((answer: Answer) => void)[] = [];
    this.on(route, () => new Promise<Response>((resolve) => waiting.push(resolve)));
    return {
      answer: (response) => waiting.shift()?.(response),
      lose: () => waiting.shift()?.(Promise.reject(new TypeError('Failed to fetch'))),
    };
  }

  asked(route: string): Seen[] {
    return this.seen.filter(({ method, path }) => `${method} ${path}` === route);
  }

  /** What a test says nothing else about: the staff sees the published posts, nobody has a draft, none can be kept, and links for approval hold. */
  private fallback({ method, path }: Seen): Handler | undefined {
    const [, id, rest] = /^\/api\/blog\/posts\/(?:(\d+)\/)?(draft\/|\?state=all.*)$/.exec(path) ?? [];
    if (method === 'GET' && rest?.startsWith('?')) return this.routes.get('GET /api/blog/posts/');
    if (method === 'GET' && path.startsWith('/shared/')) return () => new Response('the page');
    if (path === '/api/blog/drafts/' || (rest && method === 'PUT')) return () => json({}, 503);
    const published = method === 'GET' && rest ? this.routes.get(`GET /api/blog/posts/${id}/`) : undefined;
    return published && (async (request) => asDraft(await published(request)));
  }

  private async answer(path: string, init: RequestInit): Promise<Response> {
    if (this.offline) throw new TypeError('Failed to fetch');
    const form = init.body instanceof FormData ? Object.fromEntries(init.body) : {};
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null;
    const request = {
      method: init.method ?? 'GET',
      path,
      headers: new Headers(init.headers),
      form,
      json: body,
      keepalive: init.keepalive === true,
    };
    this.seen.push(request);
    const handler = this.routes.get(`${request.method} ${path}`) ?? this.fallback(request);
    const answer = Promise.resolve(handler ? handler(request) : json({}, 404));
    return init.signal ? Promise.race([answer, aborted(init.signal)]) : answer;
  }
}

/** Rejects as `fetch` does when it is given up. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
}

/** The published post as it stands in for a working copy. */
async function asDraft(answer: Response): Promise<Response> {
  if (!answer.ok) return answer;
  const etag = answer.headers.get('ETag');
  return json(aDraft({ ...((await answer.json()) as WholePost), exists: false, post_etag: etag }), 200, {
    ETag: `"draft-${etag?.replaceAll('"', '')}"`,
  });
}

/** A test says that words differ where its state does not say so. */
type LifeOfTest = Omit<LanguageLife, 'differs' | 'publish_at' | 'unpublish_at'> &
  Partial<Pick<LanguageLife, 'differs' | 'publish_at' | 'unpublish_at'>>;
type DraftOfTest = Partial<Omit<Draft, 'languages'>> & { languages?: Readonly<Record<Language, LifeOfTest>> };

/** One language of a published post. */
const PUBLISHED: LifeOfTest = {
  state: 'published',
  stale: false,
  published_at: '2026-03-05T08:00:00Z',
  scheduled_at: null,
  scheduled_action: null,
};

/** What the site has besides the three languages: nothing is written in it unless a test says so. */
const OTHERS = LANGUAGES.filter((language) => !USUAL.includes(language));
const UNWRITTEN = Object.fromEntries(OTHERS.map((language) => [language, { ...PUBLISHED, state: 'empty', published_at: null }]));
const NO_WORDS = Object.fromEntries(OTHERS.flatMap(fieldsIn).map((field) => [field, '']));

/** A working copy; what matters to a test is overridden. */
export function aDraft({ languages: given, ...change }: DraftOfTest = {}): Draft {
  const known = { ...UNWRITTEN, ...(given ?? { az: PUBLISHED, en: PUBLISHED, ru: PUBLISHED }) };
  const plan = ({ scheduled_action: action, scheduled_at: at }: LifeOfTest) => ({
    publish_at: action === 'publish' ? at : null,
    unpublish_at: action === 'unpublish' ? at : null,
  });
  const languages = Object.fromEntries(
    LANGUAGES.map((language) => [language, { differs: known[language].state === 'changed', ...plan(known[language]), ...known[language] }]),
  );
  const shared_differs = change.state === 'changed' && !LANGUAGES.some((language) => known[language].state === 'changed');
  return {
    ...aPost(change),
    state: 'published',
    live: true,
    exists: true,
    updated: null,
    edited_at: null,
    edited_by: null,
    post_etag: null,
    shared_until: null,
    redirect_to: null,
    shared_differs,
    languages: languages as Draft['languages'],
    ...change,
  };
}

/** A complete post; what matters to a test is overridden. */
export function aPost(change: Partial<WholePost> = {}): WholePost {
  const id = change.id ?? 1;
  return {
    id,
    category: 'audit',
    featured: false,
    trending: false,
    author: 'Aygün',
    date: '2026-03-05T08:00:00Z',
    image_id: null,
    image: null,
    title: `Başlıq ${id}`,
    excerpt: 'Qısa',
    title_az: `Başlıq ${id}`,
    title_en: `Title ${id}`,
    title_ru: `Заголовок ${id}`,
    excerpt_az: 'Qısa',
    excerpt_en: 'Short',
    excerpt_ru: 'Кратко',
    meta_title_az: '',
    meta_title_en: '',
    meta_title_ru: '',
    meta_description_az: '',
    meta_description_en: '',
    meta_description_ru: '',
    slug_az: '',
    slug_en: '',
    slug_ru: '',
    content_az: '<p>Mətn</p>',
    content_en: '<p>Text</p>',
    content_ru: '<p>Текст</p>',
    ...NO_WORDS,
    ...change,
  };
}
