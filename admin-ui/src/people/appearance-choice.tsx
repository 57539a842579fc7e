import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { APPEARANCES, chooseAppearance, chosenAppearance } from '../ui/appearance';

/** Light, dark, or as the system says. */
export function AppearanceChoice() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(chosenAppearance);
  return (
    <section className="people__panel" aria-labelledby="appearance-title">
      <h2 className="panel__title" id="appearance-title">
        {t('account.appearance')}
      </h2>
      <p className="muted">{t('account.appearanceHint')}</p>
      <div className="segments appearance" role="group" aria-labelledby="appearance-title">
        {APPEARANCES.map((appearance) => (
          <button
            key={appearance}
            type="button"
            className="segments__item"
            aria-pressed={appearance === chosen}
            onClick={() => {
              chooseAppearance(appearance);
              setChosen(appearance);
            }}
          >
            {t(`account.${appearance}`)}
          </button>
        ))}
      </div>
    </section>
  );
}
