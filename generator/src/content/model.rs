//! The typed shape of `content/`: every file, every key.
//!
//! Unknown keys are errors; a key missing in `en` or `ru` falls back to `az` before these types are
//! filled (design.md section 2, "Language choice"), so a value here is always complete.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// `content/site.toml`: facts that are the same in every language.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    /// Canonical origin without a trailing slash, e.g. `https://www.khazri.example`.
    pub public_url: String,
    /// Contact facts shown in the header, the footer and on the contact page.
    pub contact: Contact,
    /// Marketing figures (specification section 9), each written once.
    pub figures: Figures,
    /// Opening hours for people and machines.
    pub hours: Hours,
    /// The embedded map of the office.
    pub map: Map,
    /// The e-mail delivery service of the contact form.
    pub mail: Mail,
    /// Who built the site (footer credit).
    pub builder: Link,
    /// Profiles on social networks (JSON-LD `sameAs`, footer).
    pub social: Vec<Link>,
    /// 24 partner logos, in the order of the track.
    pub partners: Vec<Partner>,
    /// Hero pictures, paths below `content/media/`.
    pub hero: Vec<String>,
    /// The looping video of page headers.
    pub header_video: Video,
    /// The video of the not-found page.
    pub not_found_video: Video,
    /// Picture for Open Graph, path below `content/media/`.
    pub og_image: String,
    /// The firm's mark (JSON-LD `logo`), path below `content/media/`.
    pub logo: String,
    /// Certificates in the order of the gallery; their words are in `pages/home.toml`.
    pub certificates: Vec<CertificateFacts>,
}

/// Phone, e-mail and the like.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    /// As people read it: `+994 12 555 01 80`.
    pub phone: String,
    /// As `tel:` wants it (RFC 3966): `+994125550180`.
    pub phone_href: String,
    /// E-mail address for enquiries.
    pub email: String,
}

/// Specification section 9, "Marketing figures".
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// `15+`
    pub years: String,
    /// `450+`, happy clients on the home page
    pub clients: String,
    /// `800+`
    pub projects: String,
    /// `500+`, happy clients on service pages
    pub service_clients: String,
    /// `98%`
    pub success: String,
    /// `24`, hours until an answer
    pub response_hours: String,
    /// `24/7`
    pub support: String,
    /// `2025`
    pub copyright_year: String,
}

/// Opening hours.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Hours {
    /// `09:00` (schema.org)
    pub opens: String,
    /// `18:00`
    pub closes: String,
    /// schema.org days: `["Monday", …]`
    pub days: Vec<String>,
}

/// The office on a map.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// Address of the embeddable map (the only foreign request of the site).
    pub embed_url: String,
    /// Address of the full map for a link.
    pub link_url: String,
    /// WGS 84 degrees.
    pub latitude: f64,
    /// WGS 84 degrees.
    pub longitude: f64,
}

/// The contact form's e-mail service (specification section 7).
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Mail {
    /// Send endpoint; the default is the CMS's own `/api/contact/`.
    pub endpoint: String,
    /// The service's identifiers, public by nature.
    pub service_id: String,
    /// Template of the message.
    pub template_id: String,
    /// Public key of the account.
    pub user_id: String,
}

/// A named link.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// What people read.
    pub name: String,
    /// Absolute address.
    pub url: String,
}

/// One fictional partner.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Partner {
    /// Name, used as the alternative text.
    pub name: String,
    /// SVG below `content/media/`.
    pub logo: String,
}

/// A video in two formats with its poster, paths below `content/media/`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Video {
    /// WebM file.
    pub webm: String,
    /// MP4 file.
    pub mp4: String,
    /// Poster picture.
    pub poster: String,
}

/// What of a certificate is not words.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CertificateFacts {
    /// Key of its words in `pages/home.toml`, e.g. `iso-9001`.
    pub id: String,
    /// Year of issue.
    pub year: u16,
    /// Picture below `content/media/`.
    pub image: String,
}

/// `content/{lang}/firm.toml`: the firm in words.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Firm {
    /// Short name.
    pub name: String,
    /// Full legal name.
    pub legal_name: String,
    /// One line under the name.
    pub tagline: String,
    /// Footer description, also the default meta description.
    pub description: String,
    /// Whole address on one line.
    pub address: String,
    /// Street and building.
    pub street: String,
    /// District (Nasimi).
    pub district: String,
    /// City and country.
    pub city: String,
    /// Monday to Friday, 9:00 to 18:00, in words.
    pub hours_weekdays: String,
    /// Closed at weekends, in words.
    pub hours_weekend: String,
    /// `© {figures.copyright_year} …`
    pub copyright: String,
    /// "Site by", before the builder's link.
    pub credit: String,
}

/// Title and description of a page for `<title>`, meta description and Open Graph.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Seo {
    /// Without the firm's name, which is added.
    pub title: String,
    /// At most about 160 characters.
    pub description: String,
}

/// The header of an inner page.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PageHeader {
    /// The `<h1>`.
    pub title: String,
    /// One or two sentences.
    pub lead: String,
}

/// A heading with a sentence below.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Heading {
    /// Small line above the heading.
    pub eyebrow: String,
    /// The heading.
    pub title: String,
    /// One or two sentences.
    pub lead: String,
}

/// Title and text, with an icon of `templates/icons/`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct IconText {
    /// File name without `.svg`.
    pub icon: String,
    /// Title.
    pub title: String,
    /// One or two sentences.
    pub text: String,
}

/// A figure with its label.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Stat {
    /// Usually a placeholder: `{figures.clients}`.
    pub value: String,
    /// What it counts.
    pub label: String,
}

/// A call to action with up to two buttons; where they lead is the template's business.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CallToAction {
    /// May hold `{title}` on service pages (specification section 2).
    pub title: String,
    /// One or two sentences; may hold `{title}`.
    pub text: String,
    /// Label of the first button.
    pub primary: String,
    /// Label of the second button.
    pub secondary: String,
}

/// A question with its answer.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FaqItem {
    /// Plain text.
    pub question: String,
    /// Plain text.
    pub answer: String,
}

/// A card that offers help beside an FAQ.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HelpCard {
    /// Title.
    pub title: String,
    /// One or two sentences.
    pub text: String,
    /// Label of the link to /contact/.
    pub contact: String,
    /// Label of the call link.
    pub call: String,
    /// Label of the e-mail link.
    pub email: String,
}

/// `pages/home.toml`
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Home {
    /// Head texts.
    pub seo: Seo,
    /// The page's `<h1>` beside the slider, its sentence and buttons.
    pub hero: HomeHero,
    /// About block; three stats: 450+ clients, 98 % success, 15+ years.
    pub about: HomeAbout,
    /// Heading of the partner track.
    pub partners: Heading,
    /// Services teaser: exactly three cards.
    pub services: HomeServices,
    /// Latest posts.
    pub blog: HomeBlog,
    /// Certificates gallery.
    pub certificates: HomeCertificates,
    /// FAQ block; its six questions are those of `pages/faq.toml`.
    pub faq: HomeFaq,
}

/// Hero texts; the slides are images only, with placeholder titles.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HomeHero {
    /// `<h1>`.
    pub title: String,
    /// One or two sentences.
    pub lead: String,
    /// Button to /contact/.
    pub primary: String,
    /// Button to /services/.
    pub secondary: String,
    /// Alternative texts of the four slides.
    pub slides: Vec<HeroSlide>,
}

/// One hero slide.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HeroSlide {
    /// Placeholder title (specification section 2), e.g. "Slide 1".
    pub title: String,
    /// Alternative text.
    pub alt: String,
}

/// About block of the home page.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HomeAbout {
    /// Heading.
    pub heading: Heading,
    /// Paragraphs.
    pub paragraphs: Vec<String>,
    /// Three stats.
    pub stats: Vec<Stat>,
    /// Link to /about/.
    pub link: String,
}

/// Services teaser.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HomeServices {
    /// Heading.
    pub heading: Heading,
    /// Financial consulting, audit and assurance, tax advisory.
    pub cards: Vec<TeaserCard>,
    /// Label of each card's link.
    pub more: String,
    /// Link to /services/.
    pub all: String,
}

/// A teaser card.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TeaserCard {
    /// Service segment as the specification links it: `consulting`, `audit`, `tax`.
    pub target: String,
    /// Icon name.
    pub icon: String,
    /// Title.
    pub title: String,
    /// Text.
    pub text: String,
}

/// Latest posts of the home page.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HomeBlog {
    /// Heading.
    pub heading: Heading,
    /// The trending label.
    pub trending: String,
    /// Link to /blog/.
    pub all: String,
}

/// Certificates gallery.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HomeCertificates {
    /// Heading.
    pub heading: Heading,
    /// Words by id of `site.toml`.
    pub items: BTreeMap<String, CertificateWords>,
    /// "Open the certificate", part of each card's accessible name.
    pub open: String,
    /// "Close".
    pub close: String,
    /// "Issued by".
    pub issued_by: String,
    /// "Year".
    pub year: String,
}

/// Words of a certificate.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CertificateWords {
    /// `ISO 9001:2015` …
    pub title: String,
    /// Certification body, or the national chamber of auditors.
    pub issuer: String,
    /// What it certifies.
    pub description: String,
}

/// FAQ block of the home page.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HomeFaq {
    /// Heading.
    pub heading: Heading,
    /// Help card.
    pub help: HelpCard,
}

/// `pages/about.toml`
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// Head texts.
    pub seo: Seo,
    /// Page header.
    pub header: PageHeader,
    /// Introduction.
    pub intro: TextBlock,
    /// Three stat cards: 15+ years, 450+ clients, 800+ projects.
    pub stats: Vec<Stat>,
    /// Six sectors: oil and gas, banking, construction, retail, transport, technology.
    pub sectors: CardBlock,
    /// Four values: client-centred, quality, development, ethics.
    pub values: CardBlock,
    /// Mission.
    pub mission: TextBlock,
    /// Team.
    pub team: Team,
    /// Approach, in steps.
    pub approach: CardBlock,
    /// Primary to /contact/, secondary to /services/.
    pub cta: CallToAction,
    /// Heading of the FAQ (questions of `pages/faq.toml`).
    pub faq: Heading,
}

/// Heading and paragraphs.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TextBlock {
    /// Heading.
    pub heading: Heading,
    /// Paragraphs.
    pub paragraphs: Vec<String>,
}

/// Heading and cards.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CardBlock {
    /// Heading.
    pub heading: Heading,
    /// Cards.
    pub items: Vec<IconText>,
}

/// The team in words and people.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Team {
    /// Heading.
    pub heading: Heading,
    /// Paragraphs.
    pub paragraphs: Vec<String>,
    /// Fictional partners of the firm.
    pub people: Vec<Person>,
}

/// One fictional person.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// Name.
    pub name: String,
    /// Role.
    pub role: String,
    /// One sentence.
    pub text: String,
}

/// `pages/services.toml`
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Services {
    /// Head texts.
    pub seo: Seo,
    /// Page header.
    pub header: PageHeader,
    /// Introduction.
    pub intro: Heading,
    /// Label of each card's link.
    pub more: String,
    /// Primary to /contact/; secondary calls.
    pub cta: CallToAction,
    /// Words all service pages share.
    pub detail: ServiceDetailWords,
}

/// Words of the service pages.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ServiceDetailWords {
    /// Heading of the features.
    pub features: String,
    /// Heading of the benefits.
    pub benefits: String,
    /// Floating trust card.
    pub trust: IconText,
    /// Stats overlay: 500+ happy clients, 98 % success.
    pub stats: Vec<Stat>,
    /// Title and text interpolate `{title}`; primary = free consultation, secondary = call us now.
    pub cta: CallToAction,
    /// Heading of the other services.
    pub others: String,
    /// Heading of posts of this category.
    pub posts: String,
}

/// `services/{id}.toml`
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Service {
    /// Head texts.
    pub seo: Seo,
    /// Icon name.
    pub icon: String,
    /// Picture below `content/media/` (the same in every language).
    pub image: String,
    /// Alternative text of the picture.
    pub image_alt: String,
    /// Name of the service and of its blog category, e.g. "Tax and Legal Services".
    pub title: String,
    /// Short name for menus, e.g. "Tax and legal".
    pub short_title: String,
    /// One line.
    pub subtitle: String,
    /// One sentence for cards.
    pub summary: String,
    /// Paragraphs.
    pub description: Vec<String>,
    /// 4, 2, 3, 3, 3, 5 by service (specification section 3).
    pub features: Vec<Feature>,
    /// Six.
    pub benefits: Vec<String>,
}

/// A feature of a service.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Feature {
    /// Title.
    pub title: String,
    /// One to three sentences.
    pub description: String,
}

/// `pages/blog.toml`
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Blog {
    /// Head texts.
    pub seo: Seo,
    /// Page header.
    pub header: PageHeader,
    /// "All categories".
    pub all_categories: String,
    /// "Categories".
    pub categories: String,
    /// "Featured".
    pub featured: String,
    /// "Trending".
    pub trending: String,
    /// "Read more".
    pub read_more: String,
    /// Empty state (specification section 8): "No Posts Found in This Category".
    pub empty_title: String,
    /// Its hint.
    pub empty_hint: String,
    /// Button to all posts.
    pub view_all: String,
    /// "Loading…" of the detail page.
    pub loading: String,
    /// "Blog post not found".
    pub not_found: String,
    /// Hint below it.
    pub not_found_hint: String,
    /// "No image".
    pub no_image: String,
    /// "Related posts".
    pub related: String,
    /// "Back to the blog".
    pub back: String,
    /// "Written by".
    pub by: String,
}

/// `pages/contact.toml`
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ContactPage {
    /// Head texts.
    pub seo: Seo,
    /// Page header.
    pub header: PageHeader,
    /// Four info cards: visit, call, email, hours.
    pub cards: ContactCards,
    /// The form.
    pub form: ContactForm,
    /// Map heading and texts.
    pub map: ContactMap,
    /// Why-us list.
    pub why: CardBlock,
}

/// Titles and notes of the info cards; the facts come from `site.toml` and `firm.toml`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ContactCards {
    /// Visit us.
    pub visit: IconText,
    /// Call us.
    pub call: IconText,
    /// Write to us.
    pub email: IconText,
    /// Opening hours.
    pub hours: IconText,
}

/// Words of the contact form (specification sections 4, 5, 8).
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ContactForm {
    /// Heading.
    pub heading: Heading,
    /// Label.
    pub name: String,
    /// Label.
    pub email: String,
    /// Label.
    pub phone: String,
    /// `+994 XX XXX XX XX`
    pub phone_placeholder: String,
    /// Label.
    pub subject: String,
    /// First, empty option.
    pub subject_placeholder: String,
    /// Names of audit, valuation, tax, consulting, accounting, hr.
    pub subjects: ContactSubjects,
    /// Label.
    pub message: String,
    /// Button.
    pub send: String,
    /// "Sending..."
    pub sending: String,
    /// Sent.
    pub success: String,
    /// "Failed to send message. Please try again later."
    pub failure: String,
    /// A required field is empty.
    pub missing: String,
    /// "* required"
    pub required_note: String,
    /// Shown without JavaScript, before the e-mail link.
    pub no_script: String,
}

/// Subject options (specification section 3).
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ContactSubjects {
    /// Audit.
    pub audit: String,
    /// Valuation.
    pub valuation: String,
    /// Tax.
    pub tax: String,
    /// Consulting.
    pub consulting: String,
    /// Accounting.
    pub accounting: String,
    /// Human resources.
    pub hr: String,
}

/// Words around the map.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ContactMap {
    /// Heading.
    pub heading: Heading,
    /// Title of the frame.
    pub frame_title: String,
    /// Link to the full map.
    pub link: String,
}

/// `pages/faq.toml`
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Faq {
    /// Head texts.
    pub seo: Seo,
    /// Page header.
    pub header: PageHeader,
    /// Names of the tabs.
    pub categories: FaqCategories,
    /// Two questions.
    pub general: Vec<FaqItem>,
    /// One question.
    pub audit: Vec<FaqItem>,
    /// Three questions.
    pub tax: Vec<FaqItem>,
    /// 6 questions, 3 categories, 24/7 support.
    pub stats: Vec<Stat>,
    /// Heading of the stats card.
    pub stats_title: String,
    /// Help card.
    pub help: HelpCard,
    /// Heading of the topic tags.
    pub tags_title: String,
    /// Topic tags: a click searches for the tag.
    pub tags: Vec<String>,
    /// Label of the search field.
    pub search: String,
    /// "No Results Found"
    pub empty_title: String,
    /// Its hint.
    pub empty_hint: String,
    /// Clears the search.
    pub clear: String,
}

/// Names of the FAQ categories.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FaqCategories {
    /// General.
    pub general: String,
    /// Audit.
    pub audit: String,
    /// Tax.
    pub tax: String,
}

/// `content/en/pages/terms.toml`, English only.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// Head texts.
    pub seo: Seo,
    /// Page header.
    pub header: PageHeader,
    /// "Last updated: January 25, 2025"
    pub last_updated: String,
    /// "Effective date: February 1, 2025"
    pub effective: String,
    /// "On this page".
    pub navigation: String,
    /// Privacy Policy, the default tab.
    pub privacy: LegalDocument,
    /// Terms of Service.
    pub terms: LegalDocument,
    /// Before the mail link.
    pub contact: String,
    /// Closing agreement notice.
    pub agreement: String,
}

/// One legal document.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LegalDocument {
    /// Title and label of the tab.
    pub title: String,
    /// One paragraph.
    pub intro: String,
    /// Six, numbered by the template.
    pub sections: Vec<LegalSection>,
}

/// One section of a legal document.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LegalSection {
    /// Anchor, e.g. `data-we-collect`.
    pub id: String,
    /// Heading without the number.
    pub title: String,
    /// Paragraphs.
    pub paragraphs: Vec<String>,
    /// Bullet points after the paragraphs; may be empty.
    #[serde(default)]
    pub points: Vec<String>,
}

/// `pages/not_found.toml`
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct NotFound {
    /// Head texts.
    pub seo: Seo,
    /// "404 - Page Not Found"
    pub title: String,
    /// That the page does not exist or has moved.
    pub description: String,
    /// "Back to Home"
    pub back: String,
}
