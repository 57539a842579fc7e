import './ui/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setTokenSource } from './api/client';
import { App } from './shell/app';
import { fetchFirstScreen } from './shell/screens';
import { sessionTokens } from './auth/refresh';
import { detectedLanguage, startTranslations } from './i18n';
import { loadTexts } from './i18n/load';
import { quietly } from './ui/quietly';

setTokenSource(sessionTokens);
// On their way together; nothing is drawn before its words are here, so nothing is ever seen in another language.
const screen = fetchFirstScreen(window.location.pathname);
const language = detectedLanguage();
quietly(() => void import('./journal/pictures').then(({ forgetUnnamedPictures }) => forgetUnnamedPictures()).catch(console.warn));
Promise.all([loadTexts(language), screen]).then(
  ([texts]) => {
    startTranslations(language, texts);
    const root = document.getElementById('root');
    if (root) {
      createRoot(root).render(
        <StrictMode>
          <App />
        </StrictMode>,
      );
    }
  },
  // `public/arrival.js` says it: it has words of its own.
  () => window.dispatchEvent(new Event('texts-missing')),
);
