//! `/services/`

use minijinja::Value;
use serde::Serialize;

use super::chrome::{Chrome, Worded};
use super::meta::MetaFacts;
use super::template_value;
use crate::content::model;
use crate::post::Category;
use crate::routes::Route;

/// The six services.
#[derive(Debug, Clone, Copy, Hash)]
pub struct ServicesPage<'a> {
    /// Frame.
    pub chrome: &'a Chrome,
    /// Words.
    pub page: &'a Worded<model::Services>,
    /// By [`Category::index`].
    pub services: &'a [Worded<model::Service>],
}

#[derive(Serialize)]
struct ServiceCard<'a> {
    id: &'static str,
    url: String,
    #[serde(flatten)]
    service: &'a model::Service,
}

impl ServicesPage<'_> {
    /// What the template sees.
    pub fn context(&self) -> Value {
        let chrome = self.chrome;
        let meta = MetaFacts::new(
            chrome,
            "services",
            "services",
            Route::Services,
            &self.page.seo,
        );
        let cards: Vec<_> = Category::ALL
            .iter()
            .zip(self.services)
            .map(|(id, service)| ServiceCard {
                id: id.id(),
                url: chrome.path(Route::Service(*id)),
                service,
            })
            .collect();
        minijinja::context! {
            meta => meta.finish(chrome),
            site => chrome.site.value(),
            firm => chrome.firm.value(),
            nav => chrome.nav("services"),
            page => self.page.value(),
            services => template_value(cards),
        }
    }
}
