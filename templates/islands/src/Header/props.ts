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
  /** The page of all services, last in the dropdown. */
  all_services?: NavLink;
  languages: LanguageLink[];
  words: { main: string; menu: string; close: string; language: string };
}
