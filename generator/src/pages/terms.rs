//! `/terms/`: English in every language.

use minijinja::Value;

use super::frame::{Frame, Hashed};
use super::meta::MetaFacts;
use crate::content::model;
use crate::routes::Route;

/// Legal texts.
#[derive(Debug, Clone, Copy, Hash)]
pub struct TermsPage<'a> {
    /// Frame.
    pub frame: &'a Frame,
    /// The texts.
    pub page: &'a Hashed<model::Terms>,
}

impl TermsPage<'_> {
    /// What the template sees.
    pub fn context(&self) -> Value {
        let frame = self.frame;
        let meta = MetaFacts::new(frame, "terms", "terms", Route::Terms, &self.page.seo);
        minijinja::context! {
            meta => meta.finish(frame),
            site => frame.site.value(),
            firm => frame.firm.value(),
            nav => frame.nav("terms"),
            page => self.page.value(),
        }
    }
}
