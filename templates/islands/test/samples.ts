// Props of every island, as the templates pass them.
import type { ComponentProps } from 'react';
import type { islands } from '../src/registry';

type Samples = { [Name in keyof typeof islands]: ComponentProps<(typeof islands)[Name]> };

const picture = (name: string) =>
  `<picture><source type="image/avif" srcset="/media/${name}-800.avif 800w" sizes="45vw"><img src="/media/${name}-800.jpg" sizes="45vw" alt="${name}" width="800" height="500"></picture>`;
const service = (id: string, label: string) => ({ id, label, url: `/services/${id}/` });
const sections = (prefix: string) =>
  ['one', 'two', 'three', 'four', 'five', 'six'].map((id) => ({
    id: `${prefix}-${id}`,
    title: `Section ${id}`,
    paragraphs: [`Text <strong>${prefix}</strong> ${id}`],
    points: id === 'one' ? ['A <a href="/">point</a>'] : [],
  }));

export const samples: Samples = {
  BlogFilters: {
    title: 'Categories',
    categories: [
      { id: 'all', label: 'All', url: '/blog/', active: true },
      { id: 'audit', label: 'Audit', url: '/blog/category/audit/', active: false },
      { id: 'tax-legal', label: 'Tax and legal', url: '/blog/category/tax-legal/', active: false },
    ],
    words: { close: 'Close', loading: 'Loading…', updated: 'Showing: {title}' },
  },
  BlogSearch: {
    index: '/search/en.json',
    all: '/blog/',
    loading: 'Loading…',
    failed: 'Failed',
    again: 'Try again',
    words: {
      title: 'Results for “{q}”',
      count: 'Posts found: {n}',
      empty_title: 'Nothing',
      empty_hint: 'Hint',
      view_all: 'View all',
      read_more: 'Read more',
      more: 'More',
    },
  },
  CertificateGallery: {
    items: ['ISO 9001:2015', 'ISO 14001:2015', 'ISO 45001:2018', 'Auditor licence'].map((title, index) => ({
      title,
      year: index < 3 ? '2025' : '2023',
      issuer: 'Issuer',
      description: `About ${title}`,
      picture: picture(`t${index}`),
    })),
    dialog_sizes: '90vw',
    words: { open: 'Open the certificate', close: 'Close', issued_by: 'Issued by', year: 'Year' },
  },
  ContactForm: {
    endpoint: '/api/contact/',
    service_id: 'service',
    template_id: 'template',
    user_id: 'user',
    email: 'info@khazri.example',
    labels: {
      name: 'Name',
      email: 'E-mail',
      phone: 'Phone',
      phone_placeholder: '+994 XX XXX XX XX',
      subject: 'Subject',
      subject_placeholder: 'Choose',
      subjects: Object.entries({
        audit: 'Audit',
        valuation: 'Valuation',
        tax: 'Tax',
        consulting: 'Consulting',
        accounting: 'Accounting',
        hr: 'HR',
      }).map(([value, label]) => ({ value, label })),
      message: 'Message',
      send: 'Send',
      required_note: '* required',
      no_script: 'Write to',
    },
    words: {
      sending: 'Sending...',
      success: 'Sent',
      failure: 'Failed to send message. Please try again later.',
      missing: 'Please fill in the required fields.',
      too_long: 'Characters over the limit: {n}.',
    },
  },
  FaqAccordion: {
    items: [1, 2, 3, 4, 5, 6].map((n) => ({ question: `Question ${n}?`, answer: `Answer ${n} & <more>` })),
  },
  FaqBrowser: {
    categories: [
      {
        id: 'general',
        label: 'General',
        items: [
          { question: 'What do you do?', answer: 'Audit' },
          { question: 'Where?', answer: 'Baku' },
        ],
      },
      { id: 'audit', label: 'Audit', items: [{ question: 'Is an audit mandatory?', answer: 'Often' }] },
      {
        id: 'tax',
        label: 'Tax',
        items: [
          { question: 'ƏDV nədir?', answer: 'İstehlak' },
          { question: 'Rate?', answer: '18' },
          { question: 'When?', answer: 'Monthly' },
        ],
      },
    ],
    tags: ['VAT', 'audit'],
    words: {
      tabs: 'Categories',
      search: 'Search',
      clear: 'Clear',
      empty_title: 'No Results Found',
      empty_hint: 'Try others',
      tags_title: 'Topics',
      found: 'Found: {n}',
    },
  },
  Header: {
    lang: 'az',
    brand: {
      name: 'Xəzri',
      tagline: 'Audit və konsaltinq',
      url: '/',
      mark: '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M1 1h9"></path></svg>',
    },
    items: [
      { id: 'about', label: 'Haqqımızda', url: '/about/' },
      { id: 'services', label: 'Xidmətlər', url: '/services/', current: true },
      { id: 'blog', label: 'Bloq', url: '/blog/' },
      { id: 'faq', label: 'FAQ', url: '/faq/' },
      { id: 'contact', label: 'Əlaqə', url: '/contact/' },
    ],
    services: [
      service('audit', 'Audit'),
      service('valuation', 'Qiymətləndirmə'),
      service('tax-legal', 'Vergi və hüquq'),
      service('consulting', 'Konsaltinq'),
      service('accounting', 'Mühasibat'),
      service('hr', 'İnsan resursları'),
    ],
    languages: [
      { lang: 'az', label: 'AZ', name: 'Azərbaycan dili', url: '/' },
      { lang: 'en', label: 'EN', name: 'English', url: '/en/' },
      { lang: 'ru', label: 'RU', name: 'Русский', url: '/ru/' },
    ],
    words: { main: 'Əsas naviqasiya', menu: 'Menyu', close: 'Bağla', language: 'Dil' },
  },
  HeroSlider: {
    slides: [1, 2, 3, 4].map((n) => ({ title: `Slide ${n}`, picture: picture(`hero-${n}`) })),
    words: {
      label: 'Pictures',
      previous: 'Previous',
      next: 'Next',
      pause: 'Pause',
      play: 'Play',
      position: '{n} of {total}',
      carousel: 'carousel',
      slide: 'slide',
    },
  },
  LayoutToggle: { words: { label: 'Layout', card: 'Cards', wide: 'Wide' } },
  LegalTabs: {
    documents: [
      { id: 'privacy-policy', title: 'Privacy Policy', intro: 'Intro', sections: sections('privacy') },
      { id: 'terms-of-service', title: 'Terms of Service', intro: 'Intro', sections: sections('terms') },
    ],
    words: { tabs: 'Legal documents', navigation: 'On this page' },
  },
  MapEmbed: {
    embed_url: 'https://maps.example/embed',
    link_url: 'https://maps.example/',
    title: 'Map of the office',
    link: 'Open the map',
    address: '43 Samad Vurgun Street',
  },
  PageVideo: { webm: '/assets/v.webm', mp4: '/assets/v.mp4', poster: '/assets/v.jpg', words: { pause: 'Pause', play: 'Play' } },
  PostTools: { share: 'Share' },
  ScrollTop: { label: 'Back to top' },
  SearchField: { label: 'Search the blog', action: '/en/blog/' },
};
