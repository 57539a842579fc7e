import { useQuery } from '@tanstack/react-query';
import { call } from '../api/client';
import type { Language } from '../api/types';
import { pagePath } from '../site/addresses';

/** How the firm is called in a language, as the site's own page says it: titles end with it. Empty while nobody knows. */
export function useFirmName(language: Language): string {
  const known = useQuery({ queryKey: ['firm-name', language], queryFn: ({ signal }) => firmName(language, signal), staleTime: Infinity });
  return known.data ?? '';
}

async function firmName(language: Language, signal: AbortSignal): Promise<string> {
  const answer = await call(pagePath('home', language), { signal, headers: { Accept: 'text/html' } });
  // Of the page only this: its style is one that the admin's policy does not allow, and says so in the console.
  const [tag = ''] = /<meta property="og:site_name"[^>]*>/.exec(await answer.text()) ?? [];
  const page = new DOMParser().parseFromString(tag, 'text/html');
  return page.querySelector('meta[property="og:site_name"]')?.getAttribute('content')?.trim() ?? '';
}
