//! `/about/`

use minijinja::Value;

use super::chrome::{Chrome, Worded};
use super::faq::all_questions;
use super::meta::MetaFacts;
use super::template_value;
use crate::content::model;
use crate::routes::Route;

/// The firm.
#[derive(Debug, Clone, Copy, Hash)]
pub struct About<'a> {
    /// Frame.
    pub chrome: &'a Chrome,
    /// Words.
    pub page: &'a Worded<model::About>,
    /// Questions.
    pub faq: &'a Worded<model::Faq>,
}

impl About<'_> {
    /// What the template sees.
    pub fn context(&self) -> Value {
        let chrome = self.chrome;
        let meta = MetaFacts::new(chrome, "about", "about", Route::About, &self.page.seo);
        minijinja::context! {
            meta => meta.finish(chrome),
            site => chrome.site.value(),
            firm => chrome.firm.value(),
            nav => chrome.nav("about"),
            page => self.page.value(),
            faq => template_value(all_questions(self.faq)),
        }
    }
}
