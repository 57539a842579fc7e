//! `/contact/`

use minijinja::Value;

use super::chrome::{Chrome, Worded};
use super::meta::MetaFacts;
use crate::content::model;
use crate::routes::Route;

/// How to reach the firm.
#[derive(Debug, Clone, Copy, Hash)]
pub struct Contact<'a> {
    /// Frame.
    pub chrome: &'a Chrome,
    /// Words.
    pub page: &'a Worded<model::ContactPage>,
}

impl Contact<'_> {
    /// What the template sees.
    pub fn context(&self) -> Value {
        let chrome = self.chrome;
        let meta = MetaFacts::new(chrome, "contact", "contact", Route::Contact, &self.page.seo);
        minijinja::context! {
            meta => meta.finish(chrome),
            site => chrome.site.value(),
            firm => chrome.firm.value(),
            nav => chrome.nav("contact"),
            page => self.page.value(),
        }
    }
}
