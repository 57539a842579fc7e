//! `/services/`

use minijinja::Value;
use serde::Serialize;

use super::frame::{Frame, Hashed};
use super::meta::MetaFacts;
use super::template_value;
use crate::content::model;
use crate::posts::Category;
use crate::routes::Route;

/// The six services.
#[derive(Debug, Clone, Copy, Hash)]
pub struct ServicesPage<'a> {
    /// Frame.
    pub frame: &'a Frame,
    /// Words.
    pub page: &'a Hashed<model::Services>,
    /// By [`Category::index`].
    pub services: &'a [Hashed<model::Service>],
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
        let frame = self.frame;
        let meta = MetaFacts::new(
            frame,
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
                url: frame.path(Route::Service(*id)),
                service,
            })
            .collect();
        minijinja::context! {
            meta => meta.finish(frame),
            site => frame.site.value(),
            firm => frame.firm.value(),
            nav => frame.nav("services"),
            page => self.page.value(),
            services => template_value(cards),
        }
    }
}
