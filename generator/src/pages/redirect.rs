//! `/services/tax/` and `/services/legal/`: pages that only lead on.

use minijinja::Value;

use super::chrome::{Chrome, Worded};
use super::meta::MetaFacts;
use crate::content::model;
use crate::routes::{Alias, Route};

/// A page that leads to another one.
#[derive(Debug, Clone, Copy, Hash)]
pub struct Redirect<'a> {
    /// Frame.
    pub chrome: &'a Chrome,
    /// Where from.
    pub alias: Alias,
    /// Where to.
    pub target: Route,
    /// Words of the service it leads to.
    pub service: &'a Worded<model::Service>,
}

impl Redirect<'_> {
    /// What the template sees.
    pub fn context(&self) -> Value {
        let chrome = self.chrome;
        let mut meta = MetaFacts::new(
            chrome,
            "redirect",
            "services",
            self.target,
            &self.service.seo,
        );
        meta.noindex = true;
        minijinja::context! {
            meta => meta.finish(chrome),
            site => chrome.site.value(),
            firm => chrome.firm.value(),
            nav => chrome.nav("services"),
            target => chrome.path(self.target),
        }
    }
}
