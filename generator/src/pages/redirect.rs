//! `/services/tax/` and `/services/legal/`: pages that only lead on.

use minijinja::Value;

use super::frame::{Frame, Hashed};
use super::meta::MetaFacts;
use crate::content::model;
use crate::routes::{Alias, Route};

/// A page that leads to another one.
#[derive(Debug, Clone, Copy, Hash)]
pub struct Redirect<'a> {
    /// Frame.
    pub frame: &'a Frame,
    /// Where from.
    pub alias: Alias,
    /// Where to.
    pub target: Route,
    /// Words of the service it leads to.
    pub service: &'a Hashed<model::Service>,
}

impl Redirect<'_> {
    /// What the template sees.
    pub fn context(&self) -> Value {
        let frame = self.frame;
        let mut meta = MetaFacts::new(
            frame,
            "redirect",
            "services",
            self.target,
            &self.service.seo,
        );
        meta.noindex = true;
        minijinja::context! {
            meta => meta.finish(frame),
            site => frame.site.value(),
            firm => frame.firm.value(),
            nav => frame.nav("services"),
            target => frame.path(self.target),
        }
    }
}
