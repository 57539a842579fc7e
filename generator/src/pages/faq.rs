//! `/faq/`

use minijinja::Value;
use serde_json::json;

use super::frame::{Frame, Hashed};
use super::meta::MetaFacts;
use crate::content::model;
use crate::routes::Route;

/// Questions and answers.
#[derive(Debug, Clone, Copy, Hash)]
pub struct FaqPage<'a> {
    /// Frame.
    pub frame: &'a Frame,
    /// Words and questions.
    pub page: &'a Hashed<model::Faq>,
}

/// The six questions of all categories.
pub fn all_questions(faq: &model::Faq) -> Vec<&model::FaqItem> {
    faq.general
        .iter()
        .chain(&faq.audit)
        .chain(&faq.tax)
        .collect()
}

impl FaqPage<'_> {
    /// What the template sees.
    pub fn context(&self) -> Value {
        let frame = self.frame;
        let meta = MetaFacts::new(frame, "faq", "faq", Route::Faq, &self.page.seo)
            .with_json_ld(vec![self.json_ld()]);
        minijinja::context! {
            meta => meta.finish(frame),
            site => frame.site.value(),
            firm => frame.firm.value(),
            nav => frame.nav("faq"),
            page => self.page.value(),
        }
    }

    fn json_ld(&self) -> serde_json::Value {
        let questions: Vec<_> = all_questions(self.page)
            .into_iter()
            .map(|item| {
                json!({
                    "@type": "Question",
                    "name": item.question,
                    "acceptedAnswer": { "@type": "Answer", "text": item.answer }
                })
            })
            .collect();
        json!({ "@type": "FAQPage", "inLanguage": self.frame.lang, "mainEntity": questions })
    }
}
