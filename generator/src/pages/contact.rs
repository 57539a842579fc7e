//! `/contact/`

use minijinja::Value;

use super::frame::{Frame, Hashed};
use super::meta::MetaFacts;
use crate::content::model;
use crate::routes::Route;

/// How to reach the firm.
#[derive(Debug, Clone, Copy, Hash)]
pub struct Contact<'a> {
    /// Frame.
    pub frame: &'a Frame,
    /// Words.
    pub page: &'a Hashed<model::ContactPage>,
}

impl Contact<'_> {
    /// What the template sees.
    pub fn context(&self) -> Value {
        let frame = self.frame;
        let meta = MetaFacts::new(frame, "contact", "contact", Route::Contact, &self.page.seo);
        minijinja::context! {
            meta => meta.finish(frame),
            site => frame.site.value(),
            firm => frame.firm.value(),
            nav => frame.nav("contact"),
            page => self.page.value(),
        }
    }
}
