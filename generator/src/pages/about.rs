//! `/about/`

use minijinja::Value;

use super::faq::all_questions;
use super::frame::{Frame, Hashed};
use super::meta::MetaFacts;
use super::template_value;
use crate::content::model;
use crate::routes::Route;

/// The firm.
#[derive(Debug, Clone, Copy, Hash)]
pub struct About<'a> {
    /// Frame.
    pub frame: &'a Frame,
    /// Words.
    pub page: &'a Hashed<model::About>,
    /// Questions.
    pub faq: &'a Hashed<model::Faq>,
}

impl About<'_> {
    /// What the template sees.
    pub fn context(&self) -> Value {
        let frame = self.frame;
        let meta = MetaFacts::new(frame, "about", "about", Route::About, &self.page.seo);
        minijinja::context! {
            meta => meta.finish(frame),
            site => frame.site.value(),
            firm => frame.firm.value(),
            nav => frame.nav("about"),
            page => self.page.value(),
            faq => template_value(all_questions(self.faq)),
        }
    }
}
