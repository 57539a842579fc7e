import { useTranslation } from '../i18n/use-translation';
import type { Language } from '../api/types';
import { useField, useWorkspace } from '../saving/workspace-context';
import { lettersOf, SHOWN } from './cuts';
import { Previews } from './previews';
import { SlugField } from './slug-field';
import './seo.css';

/** The longest that the server takes. */
const LONGEST = { meta_title: 200, meta_description: 500 } as const;

/** Title and description for search engines and networks in one language, the words of the address, and what they make of them. */
export function SeoFields({ language }: { language: Language }) {
  return (
    <div className="seo__fields">
      <MetaField kind="meta_title" language={language} />
      <MetaField kind="meta_description" language={language} />
      <SlugField language={language} />
      <Previews language={language} />
    </div>
  );
}

function MetaField({ kind, language }: { kind: keyof typeof LONGEST; language: Language }) {
  const { t } = useTranslation();
  const { dispatch } = useWorkspace();
  const name = `${kind}_${language}` as const;
  const value = useField(name);
  const letters = lettersOf(value);
  const most = SHOWN[kind];
  const over = letters > most;
  const Input = kind === 'meta_title' ? 'input' : 'textarea';
  return (
    <div className="field">
      <label className="field__label" htmlFor={name}>
        {t(`seo.${kind}`)}
        <span className="visually-hidden"> ({language.toUpperCase()})</span>
      </label>
      <Input
        id={name}
        name={name}
        lang={language}
        {...(kind === 'meta_title' ? { type: 'text' } : { rows: 4 })}
        maxLength={LONGEST[kind]}
        autoComplete="off"
        value={value}
        aria-describedby={`${name}-hint ${name}-count`}
        onChange={(event) => dispatch({ type: 'field', name, value: event.target.value.replace(/\s*[\r\n]+\s*/g, ' ') })}
      />
      <span className={`seo__count${over ? ' seo__count--over' : ' muted'}`} id={`${name}-count`}>
        {t(over ? 'seo.over' : 'seo.count', { letters, most })}
      </span>
      <span className="field__hint muted" id={`${name}-hint`}>
        {t(`seo.${kind}Hint`)}
      </span>
      {/* Said once when the length is passed, not with every key. */}
      <span className="visually-hidden" role="status">
        {over && t('seo.overNow', { most })}
      </span>
    </div>
  );
}
