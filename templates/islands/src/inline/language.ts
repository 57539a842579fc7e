import { languageFor, STORED } from './language-choice';

const page = document.documentElement;

// Canonical addresses name the public host; here only the path counts.
const path = (lang: string) => {
  const link = document.querySelector<HTMLLinkElement>(`link[rel=alternate][hreflang=${lang}]`);
  return link && new URL(link.href).pathname;
};

function stored(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null; // storage is refused: the browser's languages decide
  }
}

const language = languageFor({
  page: page.lang,
  offered: ['az', 'en', 'ru'].filter(path),
  stored: stored(),
  browser: navigator.languages,
  userAgent: navigator.userAgent,
  inside: document.referrer.startsWith(`${location.origin}/`),
});
const target = language && path(language);
// The not-found page stands at many addresses and none of them is its own: it speaks the path's language.
if (target && page.dataset.kind !== 'not_found') {
  page.hidden = true; // no flash of the wrong language
  setTimeout(() => { page.hidden = false; }, 3000);
  location.replace(target + location.search + location.hash);
}

// The switcher: the choice is stored, and query and hash stay, whether or not the header's island is alive.
for (const type of ['click', 'auxclick', 'contextmenu']) {
  addEventListener(type, (event) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[data-lang-choice]');
    if (!link) return;
    const lang = link.dataset.langChoice as string;
    link.href = (path(lang) ?? link.pathname) + location.search + location.hash;
    if (type === 'contextmenu') return;
    try {
      localStorage.setItem(STORED, lang);
    } catch {
      // the referrer tells that the visitor comes from inside
    }
  }, true);
}
