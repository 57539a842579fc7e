// The first script: says so if the program itself does not arrive. For that nothing of it is needed, not even its texts (`src/main.tsx`).
(() => {
  const SAYINGS = {
    az: ['Səhifə yüklənmədi. İnternet bağlantısını yoxlayın və yenidən cəhd edin.', 'Yenidən yüklə'],
    en: ['The page did not load. Check your connection and try again.', 'Load again'],
    ru: ['Страница не загрузилась. Проверьте соединение и попробуйте снова.', 'Загрузить снова'],
  };

  /** As `src/i18n/detect.ts` has it. */
  function language() {
    let stored = null;
    try {
      stored = localStorage.getItem('i18nextLng');
    } catch {
      // Storage is shut: as the browser says.
    }
    const wanted = [stored, ...navigator.languages].map((tag) => tag?.toLowerCase().split('-')[0]);
    return wanted.find((tag) => tag && Object.hasOwn(SAYINGS, tag)) ?? 'az';
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
})();
