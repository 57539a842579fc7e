import { useTranslation } from '../i18n/use-translation';
import { useServices } from '../site/categories';

/** The six of the form (specification, section 3). */
const SUBJECTS = ['audit', 'valuation', 'tax', 'consulting', 'accounting', 'hr'] as const;

/** A subject of the form in words: one of the six, or a service that the firm has taken up since; another form may send others. */
export function useSubject(subject: string): string {
  const { t, i18n } = useTranslation();
  const known = SUBJECTS.find((one) => one === subject);
  const services = useServices(!known);
  if (known) return t(`messages.subject_${known}`);
  const service = services?.find(({ id }) => id === subject);
  return (service && (service[`title_${i18n.language}`] || service.title_az)) || subject;
}
