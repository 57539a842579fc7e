// Every island, by the name templates use; the folder and the file are called the same.
import { BlogFilters } from './BlogFilters/BlogFilters';
import { BlogSearch } from './BlogSearch/BlogSearch';
import { CertificateGallery } from './CertificateGallery/CertificateGallery';
import { ContactForm } from './ContactForm/ContactForm';
import { FaqAccordion } from './FaqAccordion/FaqAccordion';
import { FaqBrowser } from './FaqBrowser/FaqBrowser';
import { Header } from './Header/Header';
import { HeroSlider } from './HeroSlider/HeroSlider';
import { LayoutToggle } from './LayoutToggle/LayoutToggle';
import { LegalTabs } from './LegalTabs/LegalTabs';
import { MapEmbed } from './MapEmbed/MapEmbed';
import { PageVideo } from './PageVideo/PageVideo';
import { ScrollTop } from './ScrollTop/ScrollTop';

export const islands = {
  BlogFilters, BlogSearch, CertificateGallery, ContactForm, FaqAccordion, FaqBrowser, Header, HeroSlider,
  LayoutToggle, LegalTabs, MapEmbed, PageVideo, ScrollTop,
};
