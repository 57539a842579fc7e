import { useTranslation } from '../i18n/use-translation';
import type { Translate } from '../i18n/translate';
import type { PeopleFailure } from '../people/failure';

/** Why something about a message was not done. */
export function sentenceOf(t: Translate, failure: PeopleFailure): string {
  return t(failure === 'notAllowed' ? 'messages.notAllowed' : `people.${failure}`);
}

/** Said when it comes; so is what colleagues have done meanwhile. */
export function MessageFailure({ failure, news }: { failure: PeopleFailure | null; news: string }) {
  const { t } = useTranslation();
  return (
    <p className="field__error message__failure" role="alert">
      {failure ? sentenceOf(t, failure) : news}
    </p>
  );
}
