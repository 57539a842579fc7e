// The first script. It sends for what the address will show before the program itself is here, and says so if that does not arrive. For that nothing
// of it is needed, not even its texts (`src/main.tsx`).
(() => {
  const SAYINGS = {
    az: ['Səhifə yüklənmədi. İnternet bağlantısını yoxlayın və yenidən cəhd edin.', 'Yenidən yüklə'],
    en: ['The page did not load. Check your connection and try again.', 'Load again'],
    ru: ['Страница не загрузилась. Проверьте соединение и попробуйте снова.', 'Загрузить снова'],
  };
  const script = document.currentScript;

  const stored = (key) => localStorage.getItem(key);

  /** As `src/i18n/detect.ts` has it. */
  function language() {
    const wanted = [stored('i18nextLng'), ...navigator.languages].map((tag) => tag?.toLowerCase().split('-')[0]);
    return wanted.find((tag) => tag && Object.hasOwn(SAYINGS, tag)) ?? 'az';
  }

  const signedIn = () => stored('isAuthenticated') === 'true';

  /** Whether the posts are what will be shown, as `src/shell/screens.ts` has it. */
  const showsPosts = () => !/^\/admin\/./.test(location.pathname);

  /**
   * Parts of the program: those of what is seen first, and those that come behind it. The latter are asked for as soon as a screen is here, while the largest
   * file is still on its way: so the line is never idle, and theirs are not among the first bytes.
   */
  function parts() {
    if (!signedIn()) return [[language()], []];
    return showsPosts()
      ? [
          [language(), 'admin', 'posts-page'],
          ['common', 'desk', `${language()}-desk`],
        ]
      : [[language(), 'admin'], []];
  }

  /** The program finds them there when it asks for them. The build has named them (`first-plugin.ts`); while it is developed there are none. */
  function fetchFiles() {
    const [first, behind] = parts();
    const scripts = first.flatMap(fetchPart).filter(({ rel }) => rel === 'modulepreload');
    scripts.at(-1)?.addEventListener('load', () => behind.forEach(fetchPart));
  }

  function fetchPart(part) {
    const files = script?.dataset.files?.split(' ') ?? [];
    return files.filter((name) => name.replace(/-[\w-]{6}\.\w+$/, '') === part).map(fetchFile);
  }

  function fetchFile(file) {
    const link = document.createElement('link');
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload';
    if (link.rel === 'preload') link.as = 'style';
    link.crossOrigin = '';
    // As the program writes it, which does not fetch again what it finds.
    link.href = new URL(file, script.src).pathname;
    document.head.append(link);
    return link;
  }

  /**
   * The first answers, on their way together with the program; `src/api/ahead.ts` hands each to the first call that asks for the same with the same token.
   * A token that is refused here is renewed there: nothing of the session is decided in this file.
   */
  function ask() {
    const token = stored('accessToken');
    if (!signedIn() || !token || !showsPosts()) return;
    window.askedAhead = new Map();
    askFor('/api/site/');
    askFor('/api/blog/posts/?state=all&fields=summary', `Bearer ${token}`);
    askFor('/api/users/me/', `Bearer ${token}`);
  }

  function askFor(path, authorization) {
    const headers = { Accept: 'application/json', ...(authorization && { Authorization: authorization }) };
    const answer = fetch(path, { headers, credentials: 'same-origin', signal: AbortSignal.timeout(30_000) });
    // Whoever asks for it is told; maybe nobody does.
    answer.catch(() => undefined);
    window.askedAhead.set(path, { authorization, answer });
  }

  function tell() {
    const root = document.getElementById('root');
    if (!root || root.childElementCount > 0) return;
    const [sentence, again] = SAYINGS[language()];
    document.documentElement.lang = language();
    const box = document.createElement('main');
    box.className = 'page-problem';
    box.setAttribute('role', 'alert');
    const words = document.createElement('p');
    words.textContent = sentence;
    const button = document.createElement('button');
    button.className = 'button button--primary';
    button.type = 'button';
    button.textContent = again;
    button.addEventListener('click', () => location.reload());
    box.append(words, button);
    root.append(box);
  }

  addEventListener('error', (event) => event.target instanceof HTMLScriptElement && event.target.type === 'module' && tell(), true);
  addEventListener('texts-missing', tell);
  ask();
  fetchFiles();
})();
