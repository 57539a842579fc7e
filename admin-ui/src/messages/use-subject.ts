import { useTranslation } from 'react-i18next';

/** The six of the form (specification, section 3). */
const SUBJECTS = ['audit', 'valuation', 'tax', 'consulting', 'accounting', 'hr'] as const;

/** A subject of the form in words; another form may send others. */
export function useSubject(subject: string): string {
  const { t } = useTranslation();
  const known = SUBJECTS.find((one) => one === subject);
  return known ? t(`messages.subject_${known}`) : subject;
}
