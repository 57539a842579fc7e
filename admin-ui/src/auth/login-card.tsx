import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { LanguageSwitch } from '../i18n/language-switch';
import { Mark } from '../ui/mark';
import { usePageTitle } from '../ui/use-page-title';
import './login.css';

/** What stands around every way in. */
export function LoginCard({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  usePageTitle(t('layout.title'));
  return (
    <main className="login">
      <div className="login__card">
        <Mark />
        <p className="login__product">{t('layout.title')}</p>
        <h1 className="login__title">{title}</h1>
        {children}
      </div>
      <LanguageSwitch />
    </main>
  );
}
