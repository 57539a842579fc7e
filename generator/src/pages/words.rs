//! The words of pages, by page.

use super::frame::Hashed;
use crate::base::ByService;
use crate::content::{Words, model};

/// Words of all pages of a language, hashed.
#[derive(Debug)]
pub struct PageWords {
    /// `/`
    pub home: Hashed<model::Home>,
    /// `/about/`
    pub about: Hashed<model::About>,
    /// `/services/`
    pub services: Hashed<model::Services>,
    /// `/services/{id}/`
    pub service: ByService<Hashed<model::Service>>,
    /// `/blog/`
    pub blog: Hashed<model::Blog>,
    /// `/contact/`
    pub contact: Hashed<model::ContactPage>,
    /// `/faq/`
    pub faq: Hashed<model::Faq>,
    /// `/404.html`
    pub not_found: Hashed<model::NotFound>,
}

impl PageWords {
    /// Of the words of a language.
    pub fn new(words: &Words) -> PageWords {
        PageWords {
            home: Hashed::new(words.home.clone()),
            about: Hashed::new(words.about.clone()),
            services: Hashed::new(words.services.clone()),
            service: words.service.map(|_, service| Hashed::new(service.clone())),
            blog: Hashed::new(words.blog.clone()),
            contact: Hashed::new(words.contact.clone()),
            faq: Hashed::new(words.faq.clone()),
            not_found: Hashed::new(words.not_found.clone()),
        }
    }
}
