import { languageFor, STORED } from './language-choice';

const page = document.documentElement;

// Canonical addresses name the public host; here only the path counts.
const path = (lang: string) => {
  const link = document.querySelector<HTMLLinkElement>(`link[rel=alternate][hreflang=${lang}]`);
  return link && new URL(link.href).pathname;
};
const rest = () => location.search + location.hash;

/** What is stored, or what shall be; where storage is refused the browser's languages and the referrer decide. */
const stored = (lang?: string) => {
  try {
    return (lang ? localStorage.setItem(STORED, lang) : localStorage.getItem(STORED)) ?? '';
  } catch {
    return '';
  }
};

const language = languageFor(
  page.lang, ['az', 'en', 'ru'].filter(path), [stored(), ...navigator.languages],
  navigator.userAgent, document.referrer.startsWith(`${location.origin}/`),
);
const target = language && path(language);
// The not-found page stands at many addresses and none of them is its own: it speaks the path's language.
if (target && page.dataset.kind !== 'not_found') {
  page.hidden = true; // no flash of the wrong language
  setTimeout(() => { page.hidden = false; }, 3000);
  location.replace(target + rest());
}

// The switcher: the choice is stored, and query and hash stay, whether or not the header's island is alive.
for (const type of ['click', 'auxclick', 'contextmenu']) {
  addEventListener(type, ({ target: place }) => {
    const link = (place as Element).closest?.<HTMLAnchorElement>('a[data-lang-choice]');
    if (!link) return;
    const lang = link.dataset.langChoice as string;
    link.href = (path(lang) ?? link.pathname) + rest();
    if (type !== 'contextmenu') stored(lang);
  }, true);
}
