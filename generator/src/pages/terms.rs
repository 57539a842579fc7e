//! `/terms/`: English in every language.

use minijinja::Value;

use super::chrome::{Chrome, Worded};
use super::meta::MetaFacts;
use crate::content::model;
use crate::routes::Route;

/// Legal texts.
#[derive(Debug, Clone, Copy, Hash)]
pub struct TermsPage<'a> {
    /// Frame.
    pub chrome: &'a Chrome,
    /// The texts.
    pub page: &'a Worded<model::Terms>,
}

impl TermsPage<'_> {
    /// What the template sees.
    pub fn context(&self) -> Value {
        let chrome = self.chrome;
        let meta = MetaFacts::new(chrome, "terms", "terms", Route::Terms, &self.page.seo);
        minijinja::context! {
            meta => meta.finish(chrome),
            site => chrome.site.value(),
            firm => chrome.firm.value(),
            nav => chrome.nav("terms"),
            page => self.page.value(),
        }
    }
}
