//! `/faq/`

use minijinja::Value;
use serde_json::json;

use super::chrome::{Chrome, Worded};
use super::meta::MetaFacts;
use crate::content::model;
use crate::routes::Route;

/// Questions and answers.
#[derive(Debug, Clone, Copy, Hash)]
pub struct FaqPage<'a> {
    /// Frame.
    pub chrome: &'a Chrome,
    /// Words and questions.
    pub page: &'a Worded<model::Faq>,
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
        let chrome = self.chrome;
        let meta = MetaFacts::new(chrome, "faq", "faq", Route::Faq, &self.page.seo)
            .with_json_ld(vec![self.json_ld()]);
        minijinja::context! {
            meta => meta.finish(chrome),
            site => chrome.site.value(),
            firm => chrome.firm.value(),
            nav => chrome.nav("faq"),
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
        json!({ "@type": "FAQPage", "inLanguage": self.chrome.lang, "mainEntity": questions })
    }
}
