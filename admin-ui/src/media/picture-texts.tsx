import { useId } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { ARE_USUAL, type Language, LANGUAGES, type LibraryPicture } from '../api/types';
import { TEXTS } from './use-picture-edits';

/** As the server bounds them. */
const LONGEST = { alt: 300, caption: 500 };

interface Props {
  said: Pick<LibraryPicture, `${(typeof TEXTS)[number]}_${Language}`>;
  /** Left out: they are only read. */
  onText?: ((change: Partial<LibraryPicture>) => void) | undefined;
}

/** What a picture shows and what stands below it, in each language. */
export function PictureTexts({ said, onText }: Props) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="picture-texts">
      <p className="muted" id={id}>
        {t(ARE_USUAL ? 'media.textsHint' : 'media.textsHintAny')}
      </p>
      {LANGUAGES.map((language) => (
        <fieldset key={language} className="picture-texts__language" aria-describedby={id}>
          <legend>{t(`languages.${language}`)}</legend>
          {TEXTS.map((kind) => (
            <label key={kind} className="field" htmlFor={`${id}-${kind}-${language}`}>
              <span className="field__label">{t(`media.${kind}`)}</span>
              <textarea
                id={`${id}-${kind}-${language}`}
                name={`${kind}_${language}`}
                lang={language}
                rows={2}
                maxLength={LONGEST[kind]}
                value={said[`${kind}_${language}`]}
                readOnly={!onText}
                onChange={({ target }) => onText?.({ [`${kind}_${language}`]: target.value })}
              />
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}
