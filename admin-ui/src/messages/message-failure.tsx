import { useTranslation } from '../i18n/use-translation';
import type { PeopleFailure } from '../people/failure';

/** Why something about a message was not done; said when it comes. */
export function MessageFailure({ failure }: { failure: PeopleFailure | null }) {
  const { t } = useTranslation();
  return (
    <p className="field__error" role="alert">
      {failure && t(failure === 'notAllowed' ? 'messages.notAllowed' : `people.${failure}`)}
    </p>
  );
}
