import './ui/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setTokenSource } from './api/client';
import { App } from './shell/app';
import { sessionTokens } from './auth/refresh';
import { startTranslations } from './i18n';
import { forgetUnnamedPictures } from './journal/pictures';

setTokenSource(sessionTokens);
startTranslations();
forgetUnnamedPictures().catch(console.warn);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
