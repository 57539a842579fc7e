// Every island, by the name templates use; the folder and the file are called the same.
import { BlogFilters } from './BlogFilters/BlogFilters';
import { read as blogFilters } from './BlogFilters/read';
import { BlogSearch } from './BlogSearch/BlogSearch';
import { read as blogSearch } from './BlogSearch/read';
import { CertificateGallery } from './CertificateGallery/CertificateGallery';
import { read as certificateGallery } from './CertificateGallery/read';
import { ContactForm } from './ContactForm/ContactForm';
import { read as contactForm } from './ContactForm/read';
import { FaqAccordion } from './FaqAccordion/FaqAccordion';
import { read as faqAccordion } from './FaqAccordion/read';
import { FaqBrowser } from './FaqBrowser/FaqBrowser';
import { read as faqBrowser } from './FaqBrowser/read';
import { Header } from './Header/Header';
import { read as header } from './Header/read';
import { HeroSlider } from './HeroSlider/HeroSlider';
import { read as heroSlider } from './HeroSlider/read';
import { LayoutToggle } from './LayoutToggle/LayoutToggle';
import { LegalTabs } from './LegalTabs/LegalTabs';
import { read as legalTabs } from './LegalTabs/read';
import { MapEmbed } from './MapEmbed/MapEmbed';
import { PageVideo } from './PageVideo/PageVideo';
import { PostTools } from './PostTools/PostTools';
import { ScrollTop } from './ScrollTop/ScrollTop';
import { SearchField } from './SearchField/SearchField';

export const islands = {
  BlogFilters,
  BlogSearch,
  CertificateGallery,
  ContactForm,
  FaqAccordion,
  FaqBrowser,
  Header,
  HeroSlider,
  LayoutToggle,
  LegalTabs,
  MapEmbed,
  PageVideo,
  PostTools,
  ScrollTop,
  SearchField,
};

/** How islands find props in their markup when they hydrate (`read.ts`). */
export const reads = {
  BlogFilters: blogFilters,
  BlogSearch: blogSearch,
  CertificateGallery: certificateGallery,
  ContactForm: contactForm,
  FaqAccordion: faqAccordion,
  FaqBrowser: faqBrowser,
  Header: header,
  HeroSlider: heroSlider,
  LegalTabs: legalTabs,
};

/** Props that the markup alone needs, of islands without React (`plain.ts`). */
export const spent = {
  LayoutToggle: ['words'],
  MapEmbed: ['address', 'link', 'link_url'],
  PageVideo: ['poster'],
  PostTools: ['share'],
  ScrollTop: ['label'],
  SearchField: ['label'],
};
