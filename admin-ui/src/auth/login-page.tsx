import { useTranslation } from '../i18n/use-translation';
import { useNavigate } from 'react-router-dom';
import { LoginCard } from './login-card';
import { LoginForm } from './login-form';

export function LoginPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <LoginCard title={t('login.title')}>
      <LoginForm onSignedIn={() => void navigate('/admin', { replace: true })} />
    </LoginCard>
  );
}
