//! `/contact/`

use minijinja::Value;
use serde::Serialize;

use super::frame::{Frame, Hashed};
use super::meta::MetaFacts;
use super::template_value;
use crate::content::model;
use crate::routes::Route;

/// The first subjects of the form, in their order (specification section 3); others follow by name.
const SUBJECTS: [&str; 6] = [
    "audit",
    "valuation",
    "tax",
    "consulting",
    "accounting",
    "hr",
];

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
            subjects => template_value(self.subjects()),
        }
    }

    fn subjects(&self) -> Vec<Subject<'_>> {
        let named = self.page.form.subjects.iter();
        let named = named.map(|(value, label)| Subject { value, label });
        let mut subjects: Vec<_> = named.collect();
        let place =
            |subject: &Subject<'_>| SUBJECTS.iter().position(|known| *known == subject.value);
        subjects.sort_by_key(|subject| place(subject).unwrap_or(SUBJECTS.len()));
        subjects
    }
}

#[derive(Serialize)]
struct Subject<'a> {
    value: &'a str,
    label: &'a str,
}
