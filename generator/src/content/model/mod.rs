//! The typed shape of `content/`: every file, every key.
//!
//! Unknown keys are errors; a key missing in `en` or `ru` falls back to `az` before these types are
//! filled (design.md section 2, "Language choice"), so a value here is always complete.

mod about;
mod author;
mod blog;
mod contact;
mod faq;
mod firm;
mod home;
mod not_found;
mod redirects;
mod services;
mod shared;
mod site;
mod terms;

pub use about::{About, Person, Team, TextBlock};
pub use author::{Author, AuthorFile, AuthorWords};
pub use blog::Blog;
pub use contact::{ContactCards, ContactForm, ContactMap, ContactPage};
pub use faq::{Faq, FaqCategories};
pub use firm::Firm;
pub use home::{
    CertificateWords, HeroSlide, Home, HomeAbout, HomeBlog, HomeCertificates, HomeFaq, HomeHero,
    HomeServices, TeaserCard,
};
pub use not_found::NotFound;
pub use redirects::{OldAddress, Redirects};
pub use services::{Feature, Service, ServiceDetailWords, Services};
pub use shared::{
    CallToAction, CardBlock, FaqItem, Heading, HelpCard, IconText, PageHeader, Seo, Stat,
};
pub use site::{CertificateFacts, Contact, Figures, Hours, Link, Mail, Map, Partner, Site, Video};
pub use terms::{LegalDocument, LegalSection, Terms};
