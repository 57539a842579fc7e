import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { LanguageSwitch } from '../i18n/language-switch';
import { Mark } from '../ui/mark';
import { usePageTitle } from '../ui/use-page-title';
import { LoginForm } from './login-form';
import './login.css';

export function LoginPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  usePageTitle(t('layout.title'));
  return (
    <main className="login">
      <div className="login__card">
        <Mark />
        <p className="login__product">{t('layout.title')}</p>
        <h1 className="login__title">{t('login.title')}</h1>
        <LoginForm onSignedIn={() => void navigate('/admin', { replace: true })} />
      </div>
      <LanguageSwitch />
    </main>
  );
}
