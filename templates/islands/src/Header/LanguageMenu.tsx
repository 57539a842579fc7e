import { Menu } from './Menu';
import type { LanguageLink } from './props';

interface Props {
  lang: string;
  languages: LanguageLink[];
  label: string;
  onChoose: () => void;
}

/**
 * Plain links to the same page. The `language` script in the head of every page stores the choice and keeps query
 * and hash when a link with `data-lang-choice` is followed, whether this island is alive or not.
 */
export function LanguageMenu({ lang, languages, label, onChoose }: Props) {
  const current = languages.find((language) => language.lang === lang);
  return (
    <Menu
      className="header__language"
      label={current?.label ?? lang}
      name={`${label}: ${current?.label ?? lang}, ${current?.name ?? ''}`}
      layered
    >
      {languages.map((language) => (
        <li key={language.lang}>
          <a
            href={language.url}
            lang={language.lang}
            hrefLang={language.lang}
            data-lang-choice={language.lang}
            aria-current={language.lang === lang ? 'true' : undefined}
            onClick={onChoose}
          >
            <span>{language.label}</span>
            {` ${language.name}`}
          </a>
        </li>
      ))}
    </Menu>
  );
}
