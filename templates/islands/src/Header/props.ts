export interface NavLink {
  id: string;
  label: string;
  url: string;
  current?: boolean;
}

export interface LanguageLink {
  lang: string;
  /** `AZ` */
  label: string;
  /** `Azərbaycan dili` */
  name: string;
  url: string;
}

export interface HeaderProps {
  lang: string;
  brand: { name: string; tagline?: string; url: string; mark?: string };
  /** The item with the id `services` becomes the dropdown. */
  items: NavLink[];
  services: NavLink[];
  languages: LanguageLink[];
  words: { home: string; main: string; menu: string; close: string; language: string };
}
